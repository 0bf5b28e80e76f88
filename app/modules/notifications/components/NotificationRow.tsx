import { Link, useFetcher } from '@remix-run/react'
import { paths } from '~/paths'
import { cx } from '~/ui/classes'
import { DateText } from '~/ui/Figures'
import type { Notification } from '../queries.server'
import { MarkRead } from './MarkRead'

interface Props {
  row: Notification
  project: string
  idempotencyKey: string
  timeZone: string
}

/** Shows one notification with a link to its document. Opening it marks it as read; without scripts the button does. */
export function NotificationRow({ row, project, idempotencyKey, timeZone }: Props) {
  const { id, title, detail, from, to, at, isRead } = row
  const mark = useFetcher()
  const read = () => {
    if (isRead) return
    const sent = { project, idempotencyKey: crypto.randomUUID(), intent: 'open', notification: id }
    mark.submit(sent, { method: 'post', action: paths.notifications.list })
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-72">
        <Link
          to={to}
          onClick={read}
          className={cx('text-accent hover:underline', isRead ? undefined : 'font-semibold')}
        >
          {isRead ? null : (
            <>
              <span aria-hidden className="mr-2 inline-block size-2 rounded-full bg-gold" />
              <span className="sr-only">Unread: </span>
            </>
          )}
          {title}
        </Link>
        <p className="figures break-words">{detail}</p>
        <p className="text-xs text-muted">
          <DateText value={at} timeZone={timeZone} />
          {from ? ` · ${from}` : null}
        </p>
      </div>
      {isRead ? null : (
        <MarkRead {...{ project, idempotencyKey, id }} name={`${title}, ${detail}`}>
          Mark as read
        </MarkRead>
      )}
    </li>
  )
}
