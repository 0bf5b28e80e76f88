/** The fewest characters of a password. */
const MIN_LENGTH = 12
/** The most bytes of a password in UTF-8: bcrypt ignores further ones. */
export const MAX_PASSWORD_BYTES = 72

/** Returns why a new password is too short or too long, as a sentence for its field; otherwise null. */
export function passwordLengthProblem(password: string): string | null {
  if ([...password].length < MIN_LENGTH) return `Use at least ${MIN_LENGTH} characters.`
  if (new TextEncoder().encode(password).length > MAX_PASSWORD_BYTES)
    return `Use at most ${MAX_PASSWORD_BYTES} bytes.`
  return null
}
