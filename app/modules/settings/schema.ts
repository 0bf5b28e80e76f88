import { z } from 'zod/mini'
import { newPasswordTwice } from '~/modules/auth/password'
import { MAX_PASSWORD_BYTES } from '~/platform/access/password-length'

export const nameSchema = z.object({
  name: z
    .string({ error: 'Enter a name.' })
    .check(
      z.trim(),
      z.minLength(1, 'Enter a name.'),
      z.maxLength(80, 'Use at most 80 characters.'),
    ),
})

export const passwordSchema = z
  .safeExtend(newPasswordTwice, {
    current: z
      .string({ error: 'Enter your current password.' })
      .check(z.maxLength(MAX_PASSWORD_BYTES)),
  })
  .check(
    z.refine(({ current, password }) => current !== password, {
      path: ['password'],
      message: 'This is your current password. Choose another one.',
    }),
  )

/** Says how many sessions a person has ended. */
export function endedText(ended: number): string {
  if (ended === 0) return 'The session had already ended.'
  return ended === 1 ? 'The session has ended.' : `${ended} sessions have ended.`
}
