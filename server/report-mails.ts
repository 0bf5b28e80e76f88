import path from 'node:path'
import type { ServerBuild } from '@remix-run/node'
import type { MailOfReport, MakeReportMail } from '../app/platform/request/report-mails.ts'
import type { Backend } from './backend.ts'
import { openDelivery } from './embedded-supabase/mail/delivery.ts'
import { readTemplate } from './embedded-supabase/mail/templates.ts'
import type { Env } from './env.ts'
import { JOB_MS, type SendMail } from './jobs.ts'
import { runOnThread } from './run-on-thread.ts'
import { accountClient } from './supabase.ts'

interface Parts {
  backend: Backend
  env: Env
  origin: string
  /** The pages, which have the code of reports. */
  build: ServerBuild | ((url: string) => Promise<ServerBuild>)
}

const TEMPLATES = path.resolve('supabase/templates')
const VALUES = [
  ...(['Report', 'Company', 'Described', 'Figures', 'Note'] as const),
  ...(['Reason', 'ReportURL', 'ListURL'] as const),
] as const

/** Tells whether this server sends mails of its own, keeps them in the outbox of its data folder, or can do neither. */
export function mailsOf(env: Env, { folder }: Pick<Backend, 'folder'>): 'sent' | 'kept' | 'none' {
  if (env.SMTP_URL) return 'sent'
  return folder ? 'kept' : 'none'
}

/** Returns what sends the mail of a job; null where this server cannot send mails. */
export function reportMails({ backend, env, origin, build }: Parts): SendMail | null {
  if (mailsOf(env, backend) === 'none') return null
  const render = readTemplate(TEMPLATES, 'report', VALUES)
  const deliver = openDelivery({
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM,
    folder: backend.folder,
  })
  const client = accountClient(backend)

  return async (job, signal) => {
    const call = async (name: 'mail_of_report' | 'mailed_report', args: object) => {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(JOB_MS)])
      const { data, error } = await client.rpc(name, args as never).abortSignal(limit)
      if (error) throw new Error(error.message)
      return data as unknown
    }
    const mail = (await call('mail_of_report', { p_job: job })) as MailOfReport | { state: string }
    if (!isReady(mail)) return mail.state
    const pages = typeof build === 'function' ? await build('/') : build
    const { makeReportMail } = pages.entry.module as unknown as { makeReportMail: MakeReportMail }
    const { to, words, file } = await makeReportMail({
      mail,
      read: (p_read, p_report, p_filters) =>
        call('mailed_report', { p_job: job, p_read, p_report, p_filters }),
      runOnThread,
      origin,
    })
    // The time is over: another server may have taken the job.
    signal.throwIfAborted()
    const messageId = `<report-${job}@${new URL(origin).hostname}>`
    await deliver({ to, ...render(words), messageId, ...(file ? { file } : {}) })
    return file ? 'sent' : 'too_large'
  }
}

function isReady(mail: MailOfReport | { state: string }): mail is MailOfReport {
  return mail.state === 'ready'
}
