import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod/mini'
import { requireAdmin } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { adminActions } from '~/platform/forms/form-action.server'
import { ownResult } from '~/platform/forms/own-result'
import { problem } from '~/platform/request/errors'
import { Details } from '~/ui/Details'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { changePassword } from './change-password.server'
import { ChangeName } from './components/ChangeName'
import { ChangePassword } from './components/ChangePassword'
import { EndOthers, Sessions } from './components/Sessions'
import { listOwnSessions } from './queries.server'
import { endedText, nameSchema, passwordSchema } from './schema'

export const meta: MetaFunction = () => [{ title: 'Settings · Kalakal' }]

/** The administrator belongs to no project that would have a time zone. */
const TIME_ZONE = 'UTC'

export async function loader({ context }: LoaderFunctionArgs) {
  const { db, user } = await requireAdmin(context)
  return {
    idempotencyKeys: { name: newIdempotencyKey(), sessions: newIdempotencyKey() },
    name: user.displayName,
    email: user.email,
    sessions: await listOwnSessions(db),
  }
}

export const action = adminActions({
  intents: (intent) => ({
    name: intent({
      schema: nameSchema,
      command: ({ run, value: { name } }) =>
        run('change_display_name', { p_project: null as never, p_display_name: name }),
      done: 'Account Name Changed Successfully!',
    }),
    password: intent({
      schema: passwordSchema,
      hideFields: ['current', 'password', 'again'],
      command: ({ context, user, value }) => changePassword(context, user, null, value),
      done: 'Your password is changed. Your other sessions have ended.',
    }),
    // Ends one of the own sessions, or all but the current one.
    end: intent({
      schema: z.object({ session: z.optional(z.string()) }),
      command: async ({ run, value: { session = null } }) => {
        const result = await run('end_my_sessions', {
          p_project: null as never,
          p_session: session as never,
        })
        if (!result.ok) throw problem(result.error.status, result.error.message)
        return result
      },
      done: ({ ended }) => endedText(ended),
    }),
  }),
})

/** Shows the administrator's own name, password and sessions. */
export default function AdminSettings() {
  const { idempotencyKeys, name, email, sessions } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const ofSessions = { project: null, sessions, idempotencyKey: idempotencyKeys.sessions }
  return (
    <>
      <PageHeader title="Settings" />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Panel
          title="Account"
          actions={
            <ChangeName
              idempotencyKey={idempotencyKeys.name}
              name={name}
              project={null}
              lastResult={ownResult(lastResult, 'name')}
            />
          }
        >
          <Details
            items={[
              ['Name', name],
              ['E-mail', email],
              ['Role', 'Platform administrator'],
            ]}
          />
        </Panel>
        <Panel title="Password">
          <ChangePassword
            email={email}
            project={null}
            lastResult={ownResult(lastResult, 'password')}
          />
        </Panel>
        <Panel
          title="Active sessions"
          flush
          className="xl:col-span-2"
          actions={<EndOthers {...ofSessions} />}
        >
          <Sessions {...ofSessions} timeZone={TIME_ZONE} />
        </Panel>
      </div>
    </>
  )
}
