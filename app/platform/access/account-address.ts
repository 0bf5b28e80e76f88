import { z } from 'zod/mini'

/** Addresses of people without an e-mail: no mail is ever sent there. */
export const NO_MAIL = 'kalakal.local'

/** Tells whether mails can reach the address of an account. */
export function hasMail(email: string): boolean {
  return !email.endsWith(`@${NO_MAIL}`)
}

/** The field of a new account's address: an e-mail address, or a user name that becomes one without mails. */
export function accountAddress(longest: number) {
  return z.pipe(
    z
      .string({ error: 'Enter a user name or an e-mail address.' })
      .check(z.trim(), z.toLowerCase(), z.maxLength(longest, 'This address is too long.')),
    z.pipe(
      z.transform((typed: string) => (typed.includes('@') ? typed : `${typed}@${NO_MAIL}`)),
      z.email('Enter a user name of letters and digits, or an e-mail address.'),
    ),
  )
}

/** Says what a typed name without an address becomes. */
export const NAME_HINT = `No e-mail is needed: a name such as maria becomes maria@${NO_MAIL}`
