import { paths } from '~/paths'
import { parseIdentity } from '~/platform/access/session.server'
import type { Membership } from '~/platform/request/context'
import type {
  MakeNotificationMail,
  MakePushes,
  NotificationsToSend,
  SentNotification,
} from '~/platform/request/notification-mails'
import { money } from '~/platform/values/money'
import { type About, addressOfAbout, noticeDetail, noticeTitle } from './kinds'

/** More notifications are pushed as one. */
const MOST_PUSHES = 3

const aboutOf = (sent: SentNotification): About => ({
  kind: sent.kind,
  documentKind: sent.document_kind,
  documentId: sent.document_id,
  documentNo: sent.document_no,
  party: sent.party,
  amount: sent.amount === null ? null : money(sent.amount),
  from: sent.from,
})

/** Returns the recipient with the membership; null for somebody who lost it, or of whom nothing is left to tell. */
function recipientOf({ identity, project: id, count }: NotificationsToSend) {
  if (!identity || count === 0) return null
  const user = parseIdentity(identity)
  const project = user.memberships.find(({ projectId }) => projectId === id)
  return project ? { user, project } : null
}

const companyOf = ({ title, projectName }: Membership) => title || projectName

/** Makes one mail of all that a person is told. */
export const makeNotificationMail: MakeNotificationMail = (sent, origin) => {
  const recipient = recipientOf(sent)
  const [first] = sent.items
  if (!recipient || !first) return null
  const { user, project } = recipient
  const lines = sent.items.map((item) => {
    const about = aboutOf(item)
    return [noticeTitle(about), noticeDetail(about, project.currency)].filter(Boolean).join(': ')
  })
  const more = sent.count - sent.items.length
  const one = sent.count === 1
  return {
    to: user.email,
    words: {
      Title: one ? noticeTitle(aboutOf(first)) : `${sent.count} notifications`,
      Company: companyOf(project),
      Lines: [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'),
      Action: one ? 'Open it' : 'Open Kalakal',
      ActionURL: `${origin}${one ? addressOfAbout(aboutOf(first)) : wayOf(sent.items)}`,
      SettingsURL: `${origin}${paths.notifications.settings}`,
    },
  }
}

/** Approvals are in the inbox alone. */
const wayOf = (items: readonly SentNotification[]) =>
  items.every(({ kind }) => kind === 'approval') ? paths.inbox.list : paths.notifications.list

/** Makes one push for each of a few notifications, else one for all. */
export const makePushes: MakePushes = (sent) => {
  const recipient = recipientOf(sent)
  if (!recipient) return []
  const body = companyOf(recipient.project)
  if (sent.count > MOST_PUSHES)
    return [
      {
        title: `${sent.count} notifications`,
        body,
        path: wayOf(sent.items),
        tag: `all ${recipient.project.projectId}`,
      },
    ]
  return sent.items.map((item) => ({
    // The name of a colleague is none of a locked screen.
    title: noticeTitle({ ...aboutOf(item), from: null }),
    body,
    path: addressOfAbout(aboutOf(item)),
    tag: item.id,
  }))
}
