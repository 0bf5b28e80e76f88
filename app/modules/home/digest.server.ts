import { kindOf } from '~/modules/inbox/kinds'
import { paths } from '~/paths'
import { parseIdentity } from '~/platform/access/session.server'
import type { MakeDigestMail } from '~/platform/request/notification-mails'
import { formatWeekdayDate } from '~/platform/values/dates'
import { formatMoney, type Money, money } from '~/platform/values/money'
import { percentOf } from '~/platform/values/percent'
import { companyDayOf, type FoundOverview } from './company-day.server'
import type { HomeDay } from './day.server'

/** Stands for a figure that the recipient may not read. */
const NONE = '–'

/** Makes the mail of the day, with the figures that Home shows its recipient. */
export const makeDigestMail: MakeDigestMail = (digest, origin) => {
  const user = parseIdentity(digest.identity)
  const project = user.memberships.find(({ projectId }) => projectId === digest.project)
  if (!project) throw new Error('The recipient is no member of the project.')
  const { currency } = project
  const { sales, collections, receivables, waiting } = digest.day as HomeDay
  const overview = digest.overview as FoundOverview
  const { days, collected, cash, salesTarget } = companyDayOf(overview, project, digest.on)
  const text = (amount: Money | null | undefined) => (amount ? formatMoney(amount, currency) : NONE)
  return {
    to: user.email,
    words: {
      Company: project.title || project.projectName,
      Day: formatWeekdayDate(digest.on),
      SalesToday: text(days?.at(-1)?.now),
      SalesMonth: againstTarget(sales?.month, salesTarget, currency),
      CollectionsToday: text(collected?.at(-1)),
      CollectionsMonth: againstTarget(
        collections?.month,
        digest.collection_target === null ? null : money(digest.collection_target),
        currency,
      ),
      Cash: cash
        ? `${text(cash.total)}\nOffice ${text(cash.office)}, banks ${text(cash.banks)}`
        : NONE,
      Overdue: receivables
        ? `${text(receivables.overdue)}\nof ${text(receivables.cleared_balance)} receivables`
        : NONE,
      Returned: returnedText(digest.returned, currency),
      Waiting:
        waiting
          .map(({ kind, items, amount }) => itemsText(kindOf(kind).label, items, amount, currency))
          .join('\n') || 'Nothing',
      HomeURL: `${origin}${paths.home}`,
      InboxURL: `${origin}${paths.inbox.list}`,
      SettingsURL: `${origin}${paths.notifications.settings}`,
    },
  }
}

function againstTarget(reached: Money | undefined, target: Money | null, currency: string): string {
  if (!reached) return NONE
  const amount = formatMoney(reached, currency)
  const percent = target && percentOf(reached, target)
  return percent
    ? `${amount}\n${percent}% of the target of ${formatMoney(target, currency)}`
    : amount
}

function returnedText(
  returned: { items: number; amount: string | null } | null,
  currency: string,
): string {
  if (!returned?.items) return 'None'
  return itemsText('Cheques', returned.items, returned.amount && money(returned.amount), currency)
}

function itemsText(label: string, items: number, amount: Money | '' | null, currency: string) {
  return [`${label}: ${items}`, amount && formatMoney(amount, currency)].filter(Boolean).join(', ')
}
