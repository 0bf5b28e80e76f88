import path from 'node:path'
import type { EmailDriver } from '@supabase/lite'
import type { ServiceOptions } from '../protocol.ts'
import { openDelivery } from './delivery.ts'
import { type MailKind, readTemplates } from './templates.ts'

export interface Mailer {
  /** Sends one of the product's mails; `token` is the secret of its link, if it has one. */
  send(kind: MailKind, to: string, token?: string): Promise<void>
  /** The mail driver of @supabase/lite, which brings its own texts. */
  driver: EmailDriver
}

/** Mails of the embedded server about accounts. */
export function openMailer(options: ServiceOptions): Mailer {
  const render = readTemplates(path.join(options.supabase, 'templates'))
  const deliver = openDelivery(options)

  const send = (kind: MailKind, to: string, token = '') =>
    deliver({ to, ...render(kind, { Email: to, SiteURL: options.origin, TokenHash: token }) })

  return {
    send,
    driver: {
      /**
       * The library's links point at an endpoint of its own where opening them is using them: only the token is
       * taken over, into a mail that leads to /verification, where a person presses a button.
       */
      async send(message) {
        const { kind, token } = readLink(message.text ?? '')
        const sent = send(kind, message.to, token)
        // Only an address with an account has a mail to wait for: the response time must not reveal
        // that.
        if (kind === 'recovery') sent.catch(complain)
        else await sent
      },
    },
  }
}

/** @throws Error for what the product has no mail for, so that the library's request fails instead of half working. */
function readLink(text: string): { kind: MailKind; token: string } {
  const word = text.split(/\s/).find((each) => each.includes('/verify?')) ?? ''
  const given = new URL(/https?:\/\/.*/.exec(word)?.[0] ?? 'none:').searchParams
  const kind = ({ signup: 'confirmation', recovery: 'recovery' } as const)[given.get('type') ?? '']
  const token = given.get('token')
  if (!kind || !token) throw new Error('There is no such e-mail.')
  return { kind, token }
}

/** Past the silenced console of the worker, as one line of the log. */
export function complain(error: Error): void {
  process.stderr.write(
    `${JSON.stringify({ level: 50, time: new Date().toISOString(), msg: `A mail was not sent: ${error.message}` })}\n`,
  )
}
