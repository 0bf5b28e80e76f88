import { z } from 'zod/mini'

const MAX_BYTES = 72 // bcrypt ignores further bytes

/**
 * A new password of at least 12 characters and at most 72 bytes. Only the server checks whether it
 * is a common one (`commonPassword`), because the word lists are too long for a browser.
 */
const newPassword = z.string({ error: 'Choose a password.' }).check(
  z.minLength(12, 'Use at least 12 characters.'),
  z.refine((text) => new TextEncoder().encode(text).length <= MAX_BYTES, 'Use at most 72 bytes.'),
)

/** A new password, typed twice. */
export const newPasswordTwice = z
  .object({
    password: newPassword,
    again: z.string({ error: 'Type the password once more.' }),
  })
  .check(
    z.refine(({ password, again }) => password === again, {
      path: ['again'],
      message: 'The two passwords differ.',
    }),
  )
