/** Certificates and certificate requests for tests. Their private keys do not exist any longer. */

/** Request with an ECDSA key. */
export const ecRequest: string = `-----BEGIN CERTIFICATE REQUEST-----
MIHHMG8CAQAwDTELMAkGA1UEAwwCaXQwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
AATb1qGaDiQ8S+xS9U2VSqTGMAfJIUK2TVMS0ViXoGlF69eFx+jt5lm7M2wVZVG4
i+Ud9kDfKfWr7Tws+0GV1lBdoAAwCgYIKoZIzj0EAwIDSAAwRQIgfJMR8iEj2Iv7
HJQW+E8AJ/qKrnsC9W29x1+go0SSQ6oCIQCGsvE1lmsRME/+4rWzHMX5c/bvlhyy
FEtdQC0TUNeJrw==
-----END CERTIFICATE REQUEST-----
`;

/** Request with an RSA key and a PKCS #1 v1.5 signature. */
export const rsaRequest: string = `-----BEGIN CERTIFICATE REQUEST-----
MIICUjCCAToCAQAwDTELMAkGA1UEAwwCaXQwggEiMA0GCSqGSIb3DQEBAQUAA4IB
DwAwggEKAoIBAQDORYBBNLvNBkyvUOle2khAWq8FAFdQiGFUKvycvGCkmlulXmlI
TzbMCcX74uNxZDD2yciTGQzt/iG1n27QzQKPMbvL0qxqUpX+oRj/Ziwzhc8CBOkk
PSdF4V3YmUgzNd0PnQE3Z+18On2k2PaYh1TZyA6lz589Dh5BxRJU4I4dIhLnvTw8
zaCn+DQfzbYOTZdA5+MmDj1PPhnovPRr69VmLTF5kKdrrDfoPVfgx5HCHFjxKOEl
mw2+hxgjDPdsVjcYxZ1Jgl3e9SkzdRXF/R1YPkn57NrkhJf5sJVFcWaaBEO3Ifxa
tdkbqEW243f1JIdOTTPNYm5xjJyoW2N3qMbLAgMBAAGgADANBgkqhkiG9w0BAQsF
AAOCAQEAao5JN4YxmKKuKr6fD4zMkShkteCOA7Mcwduqf7+Ejp1w7Nl+Npg7Cd5o
IH8eOc+dmeDrOfRGkC3usUXpqoROcd9J0AEAXiPRjUbbeBz7Qly8zAap7hByggiK
R4qwktJIhpxla3oPIRMpnXeQ0Lm0sMt4Uw1msV/8m7oI5swAUFl3GXTU9wLcH7XG
+Vf5SzUGeqvIGGjn7ItXYlFrELnCpCZW8IYIPBCn8SDvGYTDPp1e+xaLZHvTYJsd
eXWBSkHb6qY5ipFUk4xm5YBisFzwT5bbSi/iRwViKIAD3PQBiNczd4QDqEKSQL7b
RWxL8aYmRnm2offfYzxpU1FRbuHcIA==
-----END CERTIFICATE REQUEST-----
`;

/** Request with an RSA key and a PSS signature. */
export const pssRequest: string = `-----BEGIN CERTIFICATE REQUEST-----
MIIChjCCAToCAQAwDTELMAkGA1UEAwwCaXQwggEiMA0GCSqGSIb3DQEBAQUAA4IB
DwAwggEKAoIBAQDORYBBNLvNBkyvUOle2khAWq8FAFdQiGFUKvycvGCkmlulXmlI
TzbMCcX74uNxZDD2yciTGQzt/iG1n27QzQKPMbvL0qxqUpX+oRj/Ziwzhc8CBOkk
PSdF4V3YmUgzNd0PnQE3Z+18On2k2PaYh1TZyA6lz589Dh5BxRJU4I4dIhLnvTw8
zaCn+DQfzbYOTZdA5+MmDj1PPhnovPRr69VmLTF5kKdrrDfoPVfgx5HCHFjxKOEl
mw2+hxgjDPdsVjcYxZ1Jgl3e9SkzdRXF/R1YPkn57NrkhJf5sJVFcWaaBEO3Ifxa
tdkbqEW243f1JIdOTTPNYm5xjJyoW2N3qMbLAgMBAAGgADBBBgkqhkiG9w0BAQow
NKAPMA0GCWCGSAFlAwQCAQUAoRwwGgYJKoZIhvcNAQEIMA0GCWCGSAFlAwQCAQUA
ogMCASADggEBAB+yiq97acO3dX9CV/magm8MhTANyFk3z2s79rFzSgqc3/3DTezO
M70lYDmo89oJtUB4ySMBz+ZXSXTaSusp/ahUqTrJV1WLN1urb7Sbjk13jM5NdGwU
Q5opVSZN6JcdOfMAty5hEMcHf4mt6t7su74lU3M671FR6hMuK5CyaH/N5F9zggQh
5o/05coC65AjoQnSzjE2umCabResi97DEZrdpo8kuc2dETmWkiM9Ms3MRgrtqNlJ
ZCvvEZ95KpCBTOfN02pbYcEdyZz6kj7et1chWN1SPM8hIf/RsVROGeK8qeTNF6H4
tAQXr8bqgeRhlNPtyq8Z27JYCLJbk9+yCg4=
-----END CERTIFICATE REQUEST-----
`;

/** Request with an Ed25519 key. */
export const ed25519Request: string = `-----BEGIN CERTIFICATE REQUEST-----
MIGMMEACAQAwDTELMAkGA1UEAwwCaXQwKjAFBgMrZXADIQBjCZmeLTznkyxs79dv
KcibvkA/wMSAxpdJ5Nm+ZkYoxaAAMAUGAytlcANBACLLQbzcsLOtrv/pauQgcC4/
LGyphJIlc0HhAloro5NRfEd7pEh806oBlLvw1PcEQKkMWQaWe3KWwhlkMZKxzQk=
-----END CERTIFICATE REQUEST-----
`;

/** A request by alice for the groups `developers` and `system:masters`. */
export const mastersRequest: string = `-----BEGIN CERTIFICATE REQUEST-----
MIH6MIGgAgEAMD4xEzARBgNVBAoMCmRldmVsb3BlcnMxFzAVBgNVBAoMDnN5c3Rl
bTptYXN0ZXJzMQ4wDAYDVQQDDAVhbGljZTBZMBMGByqGSM49AgEGCCqGSM49AwEH
A0IABO2KwAJSBGo/qO+yRXPfsmd88ibYqPI7LYmm5B2b7p07/JCnvOmdUQKfhOz0
kE8pgdaqrjzORich1SX6MsK4cougADAKBggqhkjOPQQDAgNJADBGAiEA7eZRuTo3
a7ud0x+PZXK1koMeDFjVNS0PVSWnM32AFSsCIQCJocxAV1Ifb+aDeaBJaR6XGPAm
vCnHpgYe2uPpFJQr7g==
-----END CERTIFICATE REQUEST-----
`;

/** Certificate of a CA. */
export const authority: string = `-----BEGIN CERTIFICATE-----
MIIBcTCCARegAwIBAgIUGacmWNW03fFAlqNkxISf3K5fRGQwCgYIKoZIzj0EAwIw
DTELMAkGA1UEAwwCaXQwIBcNMjYxMTIyMDQzOTM5WhgPMjEyNjEwMjkwNDM5Mzla
MA0xCzAJBgNVBAMMAml0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE29ahmg4k
PEvsUvVNlUqkxjAHySFCtk1TEtFYl6BpRevXhcfo7eZZuzNsFWVRuIvlHfZA3yn1
q+08LPtBldZQXaNTMFEwHQYDVR0OBBYEFJ230o6WyCDddNv3P12jLa5OP5lKMB8G
A1UdIwQYMBaAFJ230o6WyCDddNv3P12jLa5OP5lKMA8GA1UdEwEB/wQFMAMBAf8w
CgYIKoZIzj0EAwIDSAAwRQIhALc0Kk0dJyZdF1AdxCnhyA5kn0rlMpSwzvg4gGO7
wPg1AiBs7QczaFNhHONKUx8MUZEN2oFaXmN1pw5LBEUT/Hkn8A==
-----END CERTIFICATE-----
`;

/** Certificate that is not a CA. */
export const leaf: string = `-----BEGIN CERTIFICATE-----
MIIBbzCCARWgAwIBAgIUUj/xmoQkAX3NAACE2GHeThHE/HgwCgYIKoZIzj0EAwIw
DzENMAsGA1UEAwwEbGVhZjAgFw0yNjExMjIwNDM5MzlaGA8yMTI2MTAyOTA0Mzkz
OVowDzENMAsGA1UEAwwEbGVhZjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABNvW
oZoOJDxL7FL1TZVKpMYwB8khQrZNUxLRWJegaUXr14XH6O3mWbszbBVlUbiL5R32
QN8p9avtPCz7QZXWUF2jTTBLMB0GA1UdDgQWBBSdt9KOlsgg3XTb9z9doy2uTj+Z
SjAfBgNVHSMEGDAWgBSdt9KOlsgg3XTb9z9doy2uTj+ZSjAJBgNVHRMEAjAAMAoG
CCqGSM49BAMCA0gAMEUCIDW1hKByG+0EUnduWjFPJrdaS8THp0RH6e4in6YiMaV+
AiEAtI7021kg+DIx4qJwlUhE49NIPLhsjo2psWeavpqnN9k=
-----END CERTIFICATE-----
`;

/** Encodes a text like a field of type bytes. */
export function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

/** The certificate of the CA with a boolean in its basic constraints that is neither true nor false. */
export const authorityWithBadBoolean = withBadBoolean(authority);

function withBadBoolean(text: string): string {
  const der = Buffer.from(text.replaceAll(/-----.*-----/g, ""), "base64").toString("hex");
  const changed = der.replace("30030101ff", "300301017e");
  return `-----BEGIN CERTIFICATE-----\n${Buffer.from(changed, "hex").toString("base64")}\n-----END CERTIFICATE-----\n`;
}
