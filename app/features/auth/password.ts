import { z } from 'zod'

const COMMON =
  /^(?:(.)\1*|(?:password|qwerty|letmein|welcome|administrator|kalakal|iloveyou|philippines)[\d!@#$._-]*|1?2345678901?2?3?4?5?6?|abcdefghijkl\w*|qwertyuiop\S{0,4})$/i
const MAX_BYTES = 72 // bcrypt reads no further

/** A new password: at least 12 characters, up to 72 bytes, not one that everybody tries first. */
const newPassword = z
  .string({ error: 'Choose a password.' })
  .min(12, 'Use at least 12 characters.')
  .refine((text) => new TextEncoder().encode(text).length <= MAX_BYTES, 'Use at most 72 bytes.')
  .refine((text) => !COMMON.test(text), 'This password is too common. Try three or four words.')

/** A new password, typed twice. */
export const newPasswordTwice = z
  .object({
    password: newPassword,
    again: z.string({ error: 'Type the password once more.' }),
  })
  .refine(({ password, again }) => password === again, {
    path: ['again'],
    message: 'The two passwords differ.',
  })
