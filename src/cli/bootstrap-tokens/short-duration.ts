/** Returns the largest whole unit of a duration, as kubeadm prints the lifetime of a token: `23h`. */
export function shortDuration(durationMs: number): string {
  const seconds = Math.trunc(durationMs / 1000);
  // A difference of one second between the clocks of client and server is not an error.
  if (seconds < -1) return "<invalid>";
  if (seconds < 60) return `${Math.max(0, seconds)}s`;
  const minutes = Math.trunc(seconds / 60);
  if (minutes < 60) return `${minutes}m`;
  const hours = Math.trunc(minutes / 60);
  if (hours < 24) return `${hours}h`;
  return hours < hoursInYear ? `${Math.trunc(hours / 24)}d` : `${Math.trunc(hours / hoursInYear)}y`;
}

const hoursInYear = 24 * 365;
