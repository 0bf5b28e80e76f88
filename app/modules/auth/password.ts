import { z } from 'zod/mini'

const MAX_BYTES = 72 // bcrypt reads no further

/**
 * A new password: at least 12 characters, up to 72 bytes. Whether it is one that everybody tries
 * first is asked on the server alone (`commonPassword`): the lists are too long for a browser.
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
