import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formActions } from '~/platform/forms/form-action.server'
import { problem } from '~/platform/request/errors'
import { formatDateTime } from '~/platform/values/dates'
import { Badge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { EmptyState } from '~/ui/EmptyState'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import { PRINT_PERMISSIONS } from '../prints/permissions'
import { MailNotice } from './MailNotice'
import { mailResult } from './result'
import { listSchedules } from './schedules.server'
import { scheduleSchema } from './schema'

export const meta: MetaFunction = () => [{ title: 'Scheduled e-mails · Kalakal' }]

export async function loader({ context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, ...PRINT_PERMISSIONS)
  return {
    schedules: await listSchedules(reader),
    mails: context.mails,
    timeZone: reader.project.timeZone,
    project: reader.project.projectId,
    idempotencyKey: newIdempotencyKey(),
  }
}

/** The refusals have no field: the page of the refusal says them. */
function done<R extends { ok: boolean }>(result: R): R {
  if (!result.ok) {
    const { error } = result as unknown as { error: { status: number; message: string } }
    throw problem(error.status, error.message)
  }
  return result
}

/** Pauses a schedule, lets it go on, or ends it. */
export const action = formActions({
  permission: PRINT_PERMISSIONS,
  intents: (intent) => ({
    pause: intent({
      schema: scheduleSchema,
      command: async ({ run, value: { schedule: p_schedule } }) =>
        done(await run('pause_report_schedule', { p_schedule, p_paused: true })),
      done: 'Paused.',
    }),
    resume: intent({
      schema: scheduleSchema,
      command: async ({ run, value: { schedule: p_schedule } }) =>
        done(await run('pause_report_schedule', { p_schedule, p_paused: false })),
      done: 'Resumed.',
    }),
    remove: intent({
      schema: scheduleSchema,
      command: async ({ run, value: { schedule: p_schedule } }) =>
        done(await run('remove_report_schedule', { p_schedule })),
      done: 'Schedule removed.',
    }),
  }),
})

type Schedule = ReturnType<typeof useLoaderData<typeof loader>>['schedules'][number]

/** Lists the reports that are mailed to the reader or by the reader, with their next and last mails. */
export default function ScheduledMails() {
  const { schedules, mails } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title="Scheduled e-mails"
        crumbs={[{ label: 'Home', to: paths.home }]}
        description="Reports that are sent by e-mail. Add one with Send by e-mail, on the screen of a report."
      />
      <MailNotice mails={mails} />
      <Panel flush>
        {schedules.length === 0 ? (
          <EmptyState
            title="No scheduled e-mails yet"
            action={<LinkButton to={paths.home}>Home</LinkButton>}
          >
            Open a report, choose its filters and select Send by e-mail.
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {schedules.map((schedule) => (
              <ScheduleItem key={schedule.id} schedule={schedule} />
            ))}
          </ul>
        )}
      </Panel>
    </>
  )
}

function ScheduleItem({ schedule }: { schedule: Schedule }) {
  const { timeZone } = useLoaderData<typeof loader>()
  const { title, to, described, when, next_at, paused, author, mine, may_pause, mails } = schedule
  const stop = may_pause ? 'Remove' : 'Stop e-mails to me'
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-2">
      <div className="min-w-0 flex-1 basis-80">
        <Link to={to} className="font-medium text-accent hover:underline">
          {title}
        </Link>
        <p className="text-xs text-muted">{described}</p>
        <p>
          Sent {when}
          {mine ? null : ` · by ${author}`} ·{' '}
          {paused || !next_at ? (
            <Badge tone="warn">Paused</Badge>
          ) : (
            <>next {formatDateTime(next_at, timeZone)}</>
          )}
        </p>
        <ul className="text-xs text-muted">
          {mails.map((mail) => (
            <li key={mail.name}>
              {mail.name}: {mailResult(mail, timeZone)}
            </li>
          ))}
        </ul>
      </div>
      <div className="ml-auto flex gap-2">
        {may_pause ? (
          <LinkButton
            to={paths.reports.editMail(schedule.id)}
            variant="ghost"
            size="sm"
            aria-label={`Edit: ${title}`}
          >
            Edit
          </LinkButton>
        ) : null}
        {may_pause ? (
          <ScheduleButton id={schedule.id} intent={paused ? 'resume' : 'pause'} name={title}>
            {paused ? 'Resume' : 'Pause'}
          </ScheduleButton>
        ) : null}
        <ScheduleButton id={schedule.id} intent="remove" name={title}>
          {stop}
        </ScheduleButton>
      </div>
    </li>
  )
}

interface ButtonProps {
  id: string
  intent: 'pause' | 'resume' | 'remove'
  name: string
  children: string
}

function ScheduleButton({ id, intent, name, children }: ButtonProps) {
  const { project, idempotencyKey } = useLoaderData<typeof loader>()
  return (
    <Form method="post">
      <input type="hidden" name="project" value={project} />
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="schedule" value={id} />
      <SubmitButton variant="ghost" size="sm" aria-label={`${children}: ${name}`}>
        {children}
      </SubmitButton>
    </Form>
  )
}
