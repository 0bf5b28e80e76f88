import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { writeWhole } from '../../whole-file.ts'
import type { Mail } from './templates.ts'

interface MailFile {
  name: string
  type: string
  content: Uint8Array
}

/** A mail that is ready to go. */
interface ReadyMail extends Mail {
  to: string | readonly string[]
  /** The person whom an answer reaches; without one, replies are not monitored. */
  replyTo?: string
  /** Is the same when the mail is sent again, so that a mailbox can tell. */
  messageId?: string
  file?: MailFile
}

/** One mail as a developer reads it at /outbox. Mails kept by older versions have no `html`. */
export interface OutboxMail extends Omit<Mail, 'html'> {
  id: string
  at: string
  /** One address, or several with commas between. */
  to: string
  replyTo?: string
  html?: string
  messageId?: string
  /** The file of the mail, its content in base64. */
  file?: Omit<MailFile, 'content'> & { content: string }
}

export type Deliver = (mail: ReadyMail) => Promise<void>

interface DeliveryOptions {
  smtpUrl: string | null
  mailFrom: string
  /** The data folder; null where there is none. */
  folder: string | null
}

/** A mail server that does not answer must not hold a request up for minutes. */
const SMTP_TIMEOUT_MS = 10_000

/** Mails with files that the outbox keeps, which would fill the disk in time. */
const KEPT_WITH_FILE = 50
/** The end of the name of such a mail. */
const WITH_FILE = '-file.json'

/** Returns what sends mails: to SMTP when configured, else into the data folder's outbox; in memory they are dropped. */
export function openDelivery({ smtpUrl, mailFrom, folder }: DeliveryOptions): Deliver {
  const smtp = smtpUrl ? openSmtp(smtpUrl) : null
  return async ({ to, replyTo, messageId, file, ...mail }) => {
    const addresses = [to].flat()
    if (smtp)
      await (await smtp).sendMail({
        from: mailFrom,
        to: addresses.map((address) => ({ name: '', address })),
        ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
        ...mail,
        ...(messageId ? { messageId } : {}),
        ...(file ? { attachments: [attachmentOf(file)] } : {}),
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    else if (folder) keep(folder, { to: addresses.join(', '), replyTo, ...mail, messageId, file })
  }
}

const attachmentOf = ({ name, type, content }: MailFile) => ({
  filename: name,
  contentType: type,
  content: Buffer.from(content),
})

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

interface KeptMail extends Mail {
  to: string
  replyTo: string | undefined
  messageId: string | undefined
  file: MailFile | undefined
}

function keep(folder: string, { file, ...mail }: KeptMail) {
  const outbox = path.join(folder, 'outbox')
  mkdirSync(outbox, { recursive: true, mode: 0o700 })
  const kept: OutboxMail = {
    id: randomUUID(),
    at: new Date().toISOString(),
    ...mail,
    ...(file
      ? { file: { ...file, content: Buffer.from(file.content).toString('base64') } }
      : undefined),
  }
  const name = `${kept.at.replaceAll(':', '')}-${kept.id}${file ? WITH_FILE : '.json'}`
  try {
    writeWhole(path.join(outbox, name), JSON.stringify(kept))
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC'
      ? new Error('The disk of the data folder is full.')
      : error
  }
  const withFile = readdirSync(outbox).filter((each) => each.endsWith(WITH_FILE))
  for (const old of withFile.sort().slice(0, -KEPT_WITH_FILE)) rmSync(path.join(outbox, old))
}
