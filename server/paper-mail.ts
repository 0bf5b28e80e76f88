import path from 'node:path'
import { unpackPapers } from '../app/platform/papers/packed.ts'
import { fileNameOf, jobOf } from '../app/platform/papers/pdf/job.ts'
import type { Ask } from './ask-for.ts'
import type { Deliver } from './embedded-supabase/mail/delivery.ts'
import { readProductMail } from './embedded-supabase/mail/templates.ts'
import type { DoJob } from './jobs.ts'
import { writeOnThread } from './read-on-thread.ts'

/** A mail that is to be sent, as `mail_of_paper` answers. */
interface MailOfPaper {
  state: 'ready'
  to: string[]
  subject: string
  note: string
  /** The papers as they were when they were shared. */
  content: string
  sender: string
  reply_to: string
  company: string
}

interface Means {
  ask: Ask
  send: (id: string, mail: Omit<Parameters<Deliver>[0], 'messageId'>) => Promise<void>
}

const TEMPLATES = path.resolve('supabase/templates')
const VALUES = ['Subject', 'Company', 'Head', 'Message', 'Note', 'Sender'] as const

/** A larger file is not attached: mailboxes refuse it. */
const LARGEST_FILE = 10 * 1024 * 1024

/** Returns what sends a paper that somebody shared by mail: with the letterhead of their company, and the PDF as it was then. */
export function paperMail({ ask, send }: Means): DoJob {
  const render = readProductMail(TEMPLATES, 'paper', VALUES)
  return async (job, signal) => {
    const mail = (await ask('mail_of_paper', { p_job: job }, signal)) as
      | MailOfPaper
      | { state: 'stopped' }
    if (mail.state === 'stopped') return mail.state
    const { to, subject, note, sender, company } = mail
    const kept = await unpackPapers(mail.content)
    const { over, answer } = await writeOnThread<Uint8Array>('pdf', jobOf(kept))
    if (over === 'busy') throw new Error('Other files are being written.')
    if (over || answer.byteLength > LARGEST_FILE) return 'too_large'
    // The time is over: another server may have taken the job.
    signal.throwIfAborted()
    const { file, sheets } = kept.papers
    const { address, phone } = sheets[0]!.letterhead
    const words = {
      Subject: subject,
      Company: company,
      Head: [address, phone && `Phone ${phone}`].filter(Boolean).join(' · '),
      Message: note,
      Note: `${file} is attached as a PDF.`,
      Sender: `${sender} of ${company} sent this with Kalakal. Your answer goes to ${sender}.`,
    }
    await send(`paper-${job}`, {
      ...{ to, replyTo: mail.reply_to, ...render(words) },
      file: { name: fileNameOf(file, 'pdf'), type: 'application/pdf', content: answer },
    })
    return 'sent'
  }
}
