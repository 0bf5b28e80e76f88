import type { RunOnThread } from './context'

/** The times at which a report is mailed. */
export interface Rhythm {
  rhythm: string
  /** 1 is Monday. */
  weekday: number | null
  month_day: number | null
  hour: number
}

/** A mail that is to be made, as `mail_of_report` answers. */
export interface MailOfReport extends Rhythm {
  state: 'ready'
  schedule: string
  project: string
  report: string
  search: string
  view: string | null
  /** The name of whoever scheduled it; null where the recipient did. */
  author: string | null
  /** The recipient, as `current_identity` answers. */
  identity: unknown
}

/** Reads with the permissions and the rows of who receives the mail: `mailed_report`. */
export type ReadForMail = (
  how: 'rows' | 'text' | 'names',
  report: string,
  filters: object,
) => Promise<unknown>

/** The words of a mail, and its file; `file` is null where it would be too large. */
interface MadeMail {
  to: string
  words: {
    Report: string
    Company: string
    Described: string
    Figures: string
    Note: string
    Reason: string
    ReportURL: string
    ListURL: string
  }
  file: { name: string; type: string; content: Uint8Array } | null
}

/** Makes the mail of a report. The pages have the code of reports, and the server calls it there. */
export type MakeReportMail = (parts: {
  mail: MailOfReport
  read: ReadForMail
  runOnThread: RunOnThread
  origin: string
}) => Promise<MadeMail>
