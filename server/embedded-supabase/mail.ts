import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { EmailDriver, EmailMessage } from '@supabase/lite'
import nodemailer from 'nodemailer'
import type { WorkerOptions } from './protocol.ts'

/** One mail as a developer reads it at /outbox. */
export interface OutboxMail {
  id: string
  at: string
  to: string
  subject: string
  text: string
}

/**
 * Mails of the embedded server: to SMTP when configured, else into the data folder's outbox.
 * The library's links point at its own GET endpoint, which a mail scanner would consume: they are
 * replaced by /verification, where a person presses a button.
 */
export function mailDriver(options: WorkerOptions): EmailDriver {
  const smtp = options.smtpUrl ? nodemailer.createTransport(options.smtpUrl) : null
  return {
    async send(message: EmailMessage) {
      const mail = compose(message, options.origin)
      if (smtp) await smtp.sendMail({ from: options.mailFrom, to: message.to, ...mail })
      else if (options.folder) keep(options.folder, message.to, mail)
    },
  }
}

function compose(message: EmailMessage, origin: string): { subject: string; text: string } {
  const link = /https?:\/\/\S+\/verify\?\S+/.exec(message.text ?? '')?.[0]
  if (!link) return { subject: message.subject, text: message.text ?? '' }
  const given = new URL(link).searchParams
  return accountMail(message.to, given.get('token') ?? '', given.get('type') ?? 'signup', origin)
}

/** The mail that leads an account's owner to /verification, where a button uses the token up. */
export function accountMail(
  to: string,
  token: string,
  type: string,
  origin: string,
): { subject: string; text: string } {
  const target = new URL('/verification', origin)
  target.searchParams.set('token_hash', token)
  target.searchParams.set('type', type)
  return type === 'recovery'
    ? {
        subject: 'Choose a new Kalakal password',
        text: `Someone, we hope you, asked for a new password for ${to}.\n\nChoose it here:\n${target}\n\nThe link works once, for one hour. If it was not you, do nothing: your password stays as it is.\n`,
      }
    : {
        subject: 'Confirm your Kalakal account',
        text: `An account for ${to} was made on Kalakal.\n\nConfirm the address and choose your password here:\n${target}\n\nThe link works once. If you did not expect this mail, do nothing.\n`,
      }
}

function keep(folder: string, to: string, mail: { subject: string; text: string }): void {
  const outbox = path.join(folder, 'outbox')
  mkdirSync(outbox, { recursive: true, mode: 0o700 })
  const kept: OutboxMail = { id: randomUUID(), at: new Date().toISOString(), to, ...mail }
  writeFileSync(
    path.join(outbox, `${kept.at.replaceAll(':', '')}-${kept.id}.json`),
    JSON.stringify(kept),
    { mode: 0o600 },
  )
}
