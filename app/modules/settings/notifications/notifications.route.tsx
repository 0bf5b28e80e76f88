import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listBrowsers, readWays } from '~/modules/notifications/queries.server'
import { MailNotice } from '~/modules/reports/mails/MailNotice'
import { paths } from '~/paths'
import { requireUser } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formActions } from '~/platform/forms/form-action.server'
import { problem } from '~/platform/request/errors'
import { LinkButton } from '~/ui/Button'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { deviceName } from '../device'
import { Browsers } from './Browsers'
import { browserSchema, subscriptionSchema, waysSchema } from './schema'
import { WaysForm } from './WaysForm'

export const meta: MetaFunction = () => [{ title: 'Notification settings · Kalakal' }]

export async function loader({ context }: LoaderFunctionArgs) {
  const { db, user, project } = await requireUser(context)
  if (!project) throw user.isAdmin ? problem(403) : redirect(paths.home)
  const { projectId, projectName, timeZone } = project
  const [ways, browsers] = await Promise.all([
    readWays(db, projectId),
    listBrowsers(db, user.userId, context.browserKey),
  ])
  return {
    ways,
    browsers: browsers.map(({ device, ...browser }) => ({
      ...browser,
      device: deviceName(device),
    })),
    pushKey: context.pushKey,
    mails: context.mails,
    project: projectId,
    projectName,
    timeZone,
    idempotencyKey: newIdempotencyKey(),
  }
}

/** A refusal without a field of its own is said by the page of the refusal. */
function done<R extends { ok: boolean }>(result: R): R {
  if (result.ok) return result
  const { error } = result as unknown as { error: { status: number; message: string } }
  throw problem(error.status, error.message)
}

export const action = formActions({
  // The settings are those of whoever is signed in.
  permission: null,
  intents: (intent) => ({
    ways: intent({
      schema: waysSchema,
      command: ({ run, value: { shown = [], in_app = [], by_mail = [], by_push = [] } }) =>
        run('save_notification_settings', {
          p_settings: Object.fromEntries(
            shown.map((kind) => [
              kind,
              {
                in_app: in_app.includes(kind),
                by_mail: by_mail.includes(kind),
                by_push: by_push.includes(kind),
              },
            ]),
          ),
        }),
      done: 'Notifications saved.',
    }),
    subscribe: intent({
      schema: subscriptionSchema,
      command: async ({ run, context, value }) => {
        context.rememberBrowser()
        const { browserKey: browser, device } = context
        return done(
          await run('save_push_subscription', { p_subscription: { ...value, browser, device } }),
        )
      },
      done: 'This browser gets notifications.',
    }),
    remove: intent({
      schema: browserSchema,
      command: async ({ run, value: { browser } }) =>
        done(await run('remove_push_subscription', { p_subscription: browser })),
      done: 'The browser gets no more notifications.',
    }),
  }),
})

/** Shows of what the reader is told, how, and which browsers get pushes. */
export default function NotificationSettings() {
  const { ways, browsers, pushKey, mails, project, projectName, timeZone, idempotencyKey } =
    useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title="Notification settings"
        crumbs={[{ label: 'Settings', to: paths.settings.page }]}
        description={`How you are notified of what happens in ${projectName}. Your own actions are left out.`}
        actions={<LinkButton to={paths.notifications.list}>Notifications</LinkButton>}
      />
      <MailNotice mails={mails} />
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <Panel title="Events" flush>
          <WaysForm ways={ways} project={project} idempotencyKey={idempotencyKey} />
        </Panel>
        <Panel title="Push to browsers">
          <Browsers {...{ browsers, pushKey, project, timeZone, idempotencyKey }} />
        </Panel>
      </div>
    </>
  )
}
