import path from 'node:path'
import type { ServerBuild } from '@remix-run/node'
import type {
  DigestToSend,
  MakeDigestMail,
  MakeNotificationMail,
  NotificationsToSend,
} from '../app/platform/request/notification-mails.ts'
import type { MailOfReport, MakeReportMail } from '../app/platform/request/report-mails.ts'
import { type Ask, askFor } from './ask-for.ts'
import type { Backend } from './backend.ts'
import { type Deliver, openDelivery } from './embedded-supabase/mail/delivery.ts'
import { readProductMail } from './embedded-supabase/mail/templates.ts'
import type { Env } from './env.ts'
import type { DoJob } from './jobs.ts'
import { paperMail } from './paper-mail.ts'
import { runOnThread } from './run-on-thread.ts'

/** The pages, which have the code of reports, of notifications and of Home. */
export type Pages = ServerBuild | ((url: string) => Promise<ServerBuild>)

interface Parts {
  backend: Backend
  env: Env
  origin: string
  build: Pages
}

/** The parts that mails of one kind are made with. */
interface Means {
  ask: Ask
  made: <Made>(name: string) => Promise<Made>
  /** Sends a mail with an id that is the same when it is sent again. */
  send: (id: string, mail: Omit<Parameters<Deliver>[0], 'messageId'>) => Promise<void>
  origin: string
}

const TEMPLATES = path.resolve('supabase/templates')
const OF_REPORT = [
  ...(['Report', 'Company', 'Described', 'Figures', 'Note'] as const),
  ...(['Reason', 'ReportURL', 'ListURL'] as const),
] as const
const OF_NOTIFICATION = [
  ...(['Title', 'Company', 'Lines', 'Action', 'ActionURL', 'SettingsURL'] as const),
] as const
const OF_DIGEST = [
  ...(['Company', 'Day', 'SalesToday', 'SalesMonth', 'CollectionsToday'] as const),
  ...(['CollectionsMonth', 'Cash', 'Overdue', 'Returned', 'Waiting'] as const),
  ...(['HomeURL', 'InboxURL', 'SettingsURL'] as const),
] as const

/** Tells whether this server sends mails of its own, keeps them in the outbox of its data folder, or can do neither. */
export function mailsOf(env: Env, { folder }: Pick<Backend, 'folder'>): 'sent' | 'kept' | 'none' {
  if (env.SMTP_URL) return 'sent'
  return folder ? 'kept' : 'none'
}

/** Returns what sends the mails of jobs, by kind; nothing where this server cannot send mails. */
export function mailJobs({ backend, env, origin, build }: Parts): Record<string, DoJob> {
  if (mailsOf(env, backend) === 'none') return {}
  const deliver = openDelivery({
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM,
    folder: backend.folder,
  })
  const host = new URL(origin).hostname
  const means: Means = {
    ask: askFor(backend),
    made: (name) => partOfPages(build, name),
    send: (id, mail) => deliver({ ...mail, messageId: `<${id}@${host}>` }),
    origin,
  }
  return {
    report_mail: reportMail(means),
    notification_mail: notificationMail(means),
    digest_mail: digestMail(means),
    paper_mail: paperMail(means),
  }
}

/** Returns a function that the pages export for the server. */
export async function partOfPages<Made>(build: Pages, name: string): Promise<Made> {
  const pages = typeof build === 'function' ? await build('/') : build
  return (pages.entry.module as unknown as Record<string, Made>)[name]!
}

function reportMail({ ask, made, send, origin }: Means): DoJob {
  const render = readProductMail(TEMPLATES, 'report', OF_REPORT)
  return async (job, signal) => {
    const mail = (await ask('mail_of_report', { p_job: job }, signal)) as
      | MailOfReport
      | { state: 'stopped' | 'not_allowed' }
    if (mail.state !== 'ready') return mail.state
    const makeReportMail = await made<MakeReportMail>('makeReportMail')
    const { to, words, file } = await makeReportMail({
      mail,
      read: (p_read, p_report, p_filters) =>
        ask('mailed_report', { p_job: job, p_read, p_report, p_filters }, signal),
      runOnThread,
      origin,
    })
    // The time is over: another server may have taken the job.
    signal.throwIfAborted()
    await send(`report-${job}`, { to, ...render(words), ...(file ? { file } : {}) })
    return file ? 'sent' : 'too_large'
  }
}

function notificationMail({ ask, made, send, origin }: Means): DoJob {
  const render = readProductMail(TEMPLATES, 'notification', OF_NOTIFICATION)
  return async (job, signal) => {
    const args = { p_job: job, p_kind: 'notification_mail' }
    const found = (await ask('mailed_notifications', args, signal)) as NotificationsToSend
    const makeNotificationMail = await made<MakeNotificationMail>('makeNotificationMail')
    const mail = makeNotificationMail(found, origin)
    if (!mail) return 'nothing'
    signal.throwIfAborted()
    await send(`notification-${job}`, { to: mail.to, ...render(mail.words) })
    return 'sent'
  }
}

function digestMail({ ask, made, send, origin }: Means): DoJob {
  const render = readProductMail(TEMPLATES, 'digest', OF_DIGEST)
  return async (job, signal) => {
    const digest = (await ask('mailed_digest', { p_job: job }, signal)) as
      | DigestToSend
      | { state: 'stopped' | 'not_allowed' }
    if (digest.state !== 'ready') return digest.state
    const makeDigestMail = await made<MakeDigestMail>('makeDigestMail')
    const { to, words } = makeDigestMail(digest, origin)
    signal.throwIfAborted()
    await send(`digest-${job}`, { to, ...render(words) })
    return 'sent'
  }
}
