import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { z } from 'zod/mini'
import { decides } from '~/modules/inbox/kinds'
import { readUnread } from '~/modules/inbox/queries.server'
import { paths } from '~/paths'
import { requireUser } from '~/platform/access/guard.server'
import { readKeyset } from '~/platform/db/keyset'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formActions } from '~/platform/forms/form-action.server'
import { problem } from '~/platform/request/errors'
import { reply } from '~/platform/request/reply.server'
import { LinkButton } from '~/ui/Button'
import { EmptyState } from '~/ui/EmptyState'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { MarkRead } from './components/MarkRead'
import { NotificationRow } from './components/NotificationRow'
import { listNotifications } from './queries.server'

export const meta: MetaFunction = () => [{ title: 'Notifications · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, user, project } = await requireUser(context)
  if (!project) throw user.isAdmin ? problem(403) : redirect(paths.home)
  const { projectId, currency, timeZone, permissions } = project
  const keyset = readKeyset(request.url, { by: 'id', descending: true, size: 30 })
  const [page, unread] = await Promise.all([
    listNotifications({ db, userId: user.userId, projectId, currency }, keyset),
    readUnread(db, projectId),
  ])
  return {
    ...page,
    unread,
    decides: decides(permissions),
    timeZone,
    project: projectId,
    idempotencyKey: newIdempotencyKey(),
  }
}

/** Marks one notification as read, or all. */
export const action = formActions({
  // The notifications are those of whoever is signed in.
  permission: null,
  intents: (intent) => ({
    read: intent({
      schema: z.object({ notification: z.optional(z.uuid()) }),
      command: ({ run, value: { notification = null } }) =>
        run('mark_notifications_read', { p_notification: notification }),
      done: ({ read }) => (read === 1 ? 'Marked as read.' : 'All are marked as read.'),
    }),
    // A click on a document leaves the page, which needs no message.
    open: intent({
      schema: z.object({ notification: z.uuid() }),
      command: ({ run, value: { notification } }) =>
        run('mark_notifications_read', { p_notification: notification }),
      done: (_read, { submission }) => reply(submission.reply(), 200),
    }),
  }),
})

/** Lists what the reader was told, the newest first. */
export default function Notifications() {
  const data = useLoaderData<typeof loader>()
  const { rows, newer, older, unread, project, idempotencyKey, timeZone } = data
  return (
    <>
      <PageHeader
        title="Notifications"
        crumbs={[{ label: 'Home', to: paths.home }]}
        description={
          data.decides ? (
            <>
              Documents that wait for your approval are in the{' '}
              <Link to={paths.inbox.list} className="font-medium text-accent hover:underline">
                inbox
              </Link>
              .
            </>
          ) : undefined
        }
        actions={
          <>
            {unread > 0 ? (
              <MarkRead project={project} idempotencyKey={idempotencyKey}>
                Mark all as read
              </MarkRead>
            ) : null}
            <LinkButton to={paths.notifications.settings}>Settings</LinkButton>
          </>
        }
      />
      <Panel flush>
        {rows.length === 0 ? (
          <EmptyState
            title="No notifications yet"
            action={
              <LinkButton to={paths.notifications.settings}>Notification settings</LinkButton>
            }
          >
            Returned cheques, bookings over the credit limit, counts and mentions appear here.
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {rows.map((row) => (
              <NotificationRow key={row.id} {...{ row, project, idempotencyKey, timeZone }} />
            ))}
          </ul>
        )}
      </Panel>
      <Pager newer={newer} older={older} />
    </>
  )
}
