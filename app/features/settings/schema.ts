import { z } from 'zod'
import { newPasswordTwice } from '../auth/password'

export const nameSchema = z.object({
  name: z
    .string({ error: 'Enter a name.' })
    .trim()
    .min(1, 'Enter a name.')
    .max(80, 'Use at most 80 characters.'),
})

export const passwordSchema = newPasswordTwice
  .safeExtend({ current: z.string({ error: 'Enter your current password.' }).max(72) })
  .refine(({ current, password }) => current !== password, {
    path: ['password'],
    message: 'This is your current password. Choose another one.',
  })
