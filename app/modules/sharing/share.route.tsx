import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { MailNotice } from '~/modules/reports/mails/MailNotice'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formActions, type Sent } from '~/platform/forms/form-action.server'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { EmptyState } from '~/ui/EmptyState'
import { ErrorBanner } from '~/ui/ErrorBanner'
import { CONTROL } from '~/ui/Field'
import { DateText } from '~/ui/Figures'
import { FormActions } from '~/ui/FormGrid'
import { LinkToCopy } from '~/ui/LinkToCopy'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextAreaField } from '~/ui/TextAreaField'
import { TextField } from '~/ui/TextField'
import { SharedList } from './components/SharedList'
import { ShareFile } from './components/ShareFile'
import { keepPaper } from './keep.server'
import { permissionOf, printPageOf, readPapers } from './papers.server'
import { lastRecipients, listShared } from './queries.server'
import { endSchema, paperMailSchema } from './schema'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Share ${data?.file ?? 'a paper'} · Kalakal` },
]

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { db, user, project } = await requirePermission(context, ...permissionOf(params.paper))
  const [paper, id, url] = [params.paper!, params.id!, new URL(request.url)]
  const asked = { db, projectId: project.projectId, paper, id }
  const { file, sheets } = await readPapers({ paper, id, url, context })
  const { company } = sheets[0]!.letterhead
  const [shared, to] = await Promise.all([listShared(asked), lastRecipients(asked)])
  const page = printPageOf(paper, id, url)
  return {
    file,
    page,
    pdf: `${page}${page.includes('?') ? '&' : '?'}format=pdf`,
    shared,
    mail: {
      recipients: to.join(', '),
      subject: `${file} · ${company}`,
      note: `Good day,\n\nPlease find attached ${file}.\n\n${user.displayName}\n${company}`,
    },
    mails: context.mails,
    timeZone: project.timeZone,
    project: project.projectId,
    idempotencyKeys: {
      mail: newIdempotencyKey(),
      link: newIdempotencyKey(),
      end: newIdempotencyKey(),
    },
  }
}

const paperOf = (url: URL) => url.pathname.split('/').at(-2)

export const action = formActions({
  permission: (request) => permissionOf(paperOf(new URL(request.url))),
  intents: (intent) => ({
    mail: intent({
      schema: paperMailSchema,
      command: async (sent) => {
        const kept = await keepPaper(sent, paperOf(sent.url))
        if (!kept.ok) return kept
        return sent.run('share_by_mail', { p_kept: sent.idempotencyKey, p_mail: sent.value })
      },
      done: ({ recipients }) => `The e-mail to ${recipients.join(', ')} is on its way.`,
    }),
    link: makeLink,
    end: intent({
      schema: endSchema,
      command: ({ run, value: { shared } }) => run('end_shared_link', { p_shared: shared }),
      done: 'The link no longer opens anything.',
    }),
  }),
})

type Made = { link: string; until: string } | { error: string }

/** Makes a link, which is shown this once. */
async function makeLink(sent: Sent): Promise<{ made: Made }> {
  const kept = await keepPaper(sent, paperOf(sent.url))
  if (!kept.ok) return { made: { error: kept.error.message } }
  const days = Number(sent.form.get('days'))
  const shared = await sent.run('share_by_link', { p_kept: sent.idempotencyKey, p_days: days })
  if (!shared.ok) return { made: { error: shared.error.message } }
  const link = sent.context.origin + paths.sharing.shared(kept.token)
  return { made: { link, until: shared.data.until } }
}

/** Shares a paper: by e-mail, by a link that ends, or as a file. */
export default function Share() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const made = answer && 'made' in answer ? answer.made : null
  const lastResult = answer && !('made' in answer) ? answer : undefined
  const { file, project, timeZone, idempotencyKeys } = data
  return (
    <>
      <PageHeader
        title={`Share ${file}`}
        crumbs={[{ label: file, to: data.page }]}
        description="The receiver gets the paper as it is now. Later changes do not change it."
      />
      <div className="grid gap-4 lg:grid-cols-2">
        <Panel title="By e-mail">
          <MailForm lastResult={lastResult?.initialValue?.intent === 'mail' ? lastResult : null} />
        </Panel>
        <div className="grid content-start gap-4">
          <Panel title="By link">
            <MakeLink made={made} />
          </Panel>
          <Panel title="As a file">
            <ShareFile file={file} address={data.pdf} />
          </Panel>
        </div>
      </div>
      <Panel title="Shared so far" flush className="mt-4">
        <ErrorBanner
          errors={lastResult?.initialValue?.intent === 'end' ? lastResult.error?.[''] : null}
        />
        {data.shared.length === 0 ? (
          <EmptyState line title="This paper has not been shared yet" />
        ) : (
          <SharedList
            shared={data.shared}
            {...{ timeZone, project }}
            idempotencyKey={idempotencyKeys.end}
          />
        )}
      </Panel>
    </>
  )
}

function MailForm({
  lastResult,
}: {
  lastResult: Parameters<typeof useCommandForm>[0]['lastResult']
}) {
  const { mail, mails, project, idempotencyKeys } = useLoaderData<typeof loader>()
  const [form, fields] = useCommandForm({
    id: `mail-${idempotencyKeys.mail}`,
    schema: paperMailSchema,
    lastResult,
    defaultValue: mail,
  })
  return (
    <CommandForm
      form={form}
      project={project}
      idempotencyKey={idempotencyKeys.mail}
      className="space-y-3"
    >
      <MailNotice mails={mails} />
      <TextField
        field={fields.recipients}
        label="To"
        hint="Up to ten addresses, with commas between them"
      />
      <TextField field={fields.subject} label="Subject" />
      <TextAreaField field={fields.note} label="Message" rows={6} />
      <FormActions>
        <SubmitButton name="intent" value="mail">
          Send
        </SubmitButton>
      </FormActions>
    </CommandForm>
  )
}

const DAYS = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
] as const

function MakeLink({ made }: { made: Made | null }) {
  const { project, timeZone, idempotencyKeys } = useLoaderData<typeof loader>()
  if (made && 'link' in made)
    return (
      <LinkToCopy link={made.link} label="Send this link by any messenger. It is shown this once.">
        Shows this paper and nothing else, until <DateText value={made.until} timeZone={timeZone} />
        .
      </LinkToCopy>
    )
  return (
    <Form method="post" className="flex flex-wrap items-end gap-x-3 gap-y-2">
      <input type="hidden" name="project" value={project} />
      <input type="hidden" name="idempotencyKey" value={idempotencyKeys.link} />
      <ErrorBanner errors={made ? [made.error] : null} />
      <p className="basis-full text-muted">
        Whoever has the link sees this paper without an account, and nothing else.
      </p>
      <label className="text-xs font-medium">
        Works for
        <select name="days" defaultValue="30" className={`${CONTROL} mt-1 block w-32`}>
          {DAYS.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <SubmitButton variant="secondary" name="intent" value="link">
        Make a link
      </SubmitButton>
    </Form>
  )
}
