import { z } from 'zod/mini'
import { passwordLengthProblem } from '~/platform/access/password-length'

/**
 * A new password of the right length. Only the server checks whether it is a common one
 * (`commonPassword`), because the word lists are too long for a browser.
 */
const newPassword = z.string({ error: 'Choose a password.' }).check(
  z.superRefine((password, context) => {
    const message = passwordLengthProblem(password)
    if (message) context.addIssue({ code: 'custom', message })
  }),
)

/** A new password, typed twice. */
export const newPasswordTwice = z
  .object({
    password: newPassword,
    again: z.string({ error: 'Confirm the new password.' }),
  })
  .check(
    z.refine(({ password, again }) => password === again, {
      path: ['again'],
      message: 'The passwords do not match.',
    }),
  )
