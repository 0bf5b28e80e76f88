import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { EmailDriver } from '@supabase/lite'
import { writeWhole } from '../../whole-file.ts'
import type { ServiceOptions } from '../protocol.ts'
import { type Mail, type MailKind, readTemplates } from './templates.ts'

/** One mail as a developer reads it at /outbox. Mails kept by older versions have no `html`. */
export interface OutboxMail extends Omit<Mail, 'html'> {
  id: string
  at: string
  to: string
  html?: string
}

export interface Mailer {
  /** Sends one of the product's mails; `token` is the secret of its link, if it has one. */
  send(kind: MailKind, to: string, token?: string): Promise<void>
  /** The mail driver of @supabase/lite, which brings its own texts. */
  driver: EmailDriver
}

/** A mail server that does not answer must not hold a request up for minutes. */
const SMTP_TIMEOUT_MS = 10_000

/** Mails of the embedded server: to SMTP when configured, else into the data folder's outbox. */
export function openMailer(options: ServiceOptions): Mailer {
  const render = readTemplates(path.join(options.supabase, 'templates'))
  const smtp = options.smtpUrl ? openSmtp(options.smtpUrl) : null

  async function send(kind: MailKind, to: string, token = ''): Promise<void> {
    const mail = render(kind, { Email: to, SiteURL: options.origin, TokenHash: token })
    if (smtp)
      await (await smtp).sendMail({
        from: options.mailFrom,
        to: { name: '', address: to },
        ...mail,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    else if (options.folder) keep(options.folder, to, mail)
  }

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

/** The library is for servers with SMTP alone. */
async function openSmtp(url: string) {
  const { default: nodemailer } = await import('nodemailer')
  return nodemailer.createTransport({
    url,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  })
}

/** @throws Error for what the product has no mail for, so that the library's request fails instead of half working. */
function readLink(text: string): { kind: MailKind; token: string } {
  const word = text.split(/\s/).find((each) => each.includes('/verify?')) ?? ''
  const given = new URL(/https?:\/\/.*/.exec(word)?.[0] ?? 'none:').searchParams
  const kind = ({ signup: 'confirmation', recovery: 'recovery' } as const)[given.get('type') ?? '']
  const token = given.get('token')
  if (!kind || !token) throw new Error('There is no such mail.')
  return { kind, token }
}

/** Past the silenced console of the worker, as one line of the log. */
export function complain(error: Error): void {
  process.stderr.write(
    `${JSON.stringify({ level: 50, time: new Date().toISOString(), msg: `A mail was not sent: ${error.message}` })}\n`,
  )
}

function keep(folder: string, to: string, mail: Mail): void {
  const outbox = path.join(folder, 'outbox')
  mkdirSync(outbox, { recursive: true, mode: 0o700 })
  const kept: OutboxMail = { id: randomUUID(), at: new Date().toISOString(), to, ...mail }
  const file = path.join(outbox, `${kept.at.replaceAll(':', '')}-${kept.id}.json`)
  try {
    writeWhole(file, JSON.stringify(kept))
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC'
      ? new Error('The disk of the data folder is full.')
      : error
  }
}
