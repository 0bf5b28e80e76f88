/** A notification that is sent, as `mailed_notifications` answers. */
export interface SentNotification {
  id: string
  kind: string
  document_kind: string
  document_id: string
  document_no: string | null
  party: string | null
  /** Exact text. */
  amount: string | null
  /** The name of whoever did it; null where the recipient may not see it. */
  from: string | null
}

/** The subject of a mail or a push, as its recipient may read it. */
export interface NotificationsToSend {
  project: string
  /** The recipient, as `current_identity` answers; null for somebody who is no longer a user. */
  identity: unknown
  count: number
  /** The first twenty. */
  items: SentNotification[]
}

/** The words of a mail about notifications. */
interface NotificationMail {
  to: string
  words: {
    Title: string
    Company: string
    Lines: string
    Action: string
    ActionURL: string
    SettingsURL: string
  }
}

/** Makes the mail of notifications; null where none is left to tell. */
export type MakeNotificationMail = (
  sent: NotificationsToSend,
  origin: string,
) => NotificationMail | null

/** The text that a browser shows: little, as it is shown on locked screens. */
interface Push {
  title: string
  /** The company. */
  body: string
  /** The address that a click opens, without the origin. */
  path: string
  /** A later push with the same one takes its place. */
  tag: string
}

/** Makes the pushes of notifications: few, however many there are. */
export type MakePushes = (sent: NotificationsToSend) => Push[]

/** A digest that is to be made, as `mailed_digest` answers. */
export interface DigestToSend {
  state: 'ready'
  project: string
  identity: unknown
  on: string
  /** The answer of `home_day`. */
  day: unknown
  /** The answer of `home_overview`. */
  overview: unknown
  /** The target of the month, exact text; null without one. */
  collection_target: string | null
  returned: { items: number; amount: string | null } | null
}

interface DigestMail {
  to: string
  words: {
    Company: string
    Day: string
    SalesToday: string
    SalesMonth: string
    CollectionsToday: string
    CollectionsMonth: string
    Cash: string
    Overdue: string
    Returned: string
    Waiting: string
    HomeURL: string
    InboxURL: string
    SettingsURL: string
  }
}

/** Makes the mail of the day. The pages have the code of Home, and the server calls it there. */
export type MakeDigestMail = (digest: DigestToSend, origin: string) => DigestMail
