import {
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose'

const ANY = { extractable: true }

/** Signs and checks tokens as a hosted project does: ES256, whose public half every service reads. */
export interface SigningKeys {
  /** The public keys, as PostgREST takes them and `/auth/v1/.well-known/jwks.json` shows them. */
  jwks: { keys: object[] }
  /** The key pair as Supabase Auth takes it. */
  privateKey: JWK
  sign(claims: JWTPayload, seconds: number): Promise<string>
  /** Returns the content of a token that is signed here and not over, else null. */
  read(token: string): Promise<JWTPayload | null>
}

/** Takes the key pair, or makes a new one. */
export async function makeKeys(given?: JWK): Promise<SigningKeys> {
  const named = { kid: 'tests', alg: 'ES256', use: 'sig' }
  const made = given ?? (await exportJWK((await generateKeyPair('ES256', ANY)).privateKey))
  const closed = { ...made, ...named, key_ops: ['sign'] }
  const { d, ...half } = closed
  const open = { ...half, key_ops: ['verify'] }
  const [privateKey, publicKey] = await Promise.all([importJWK(closed), importJWK(open)])
  return {
    jwks: { keys: [open] },
    privateKey: closed,
    sign: (claims, seconds) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: named.alg, kid: named.kid, typ: 'JWT' })
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
        .sign(privateKey),
    read: (token) =>
      jwtVerify(token, publicKey, { algorithms: ['ES256'] }).then(
        ({ payload }) => payload,
        () => null,
      ),
  }
}
