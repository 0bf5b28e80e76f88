import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import type { JsonArgument } from '~/platform/db/command-types'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formActions } from '~/platform/forms/form-action.server'
import { ownResult } from '~/platform/forms/own-result'
import { reply } from '~/platform/request/reply.server'
import { Badge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { DateText } from '~/ui/Figures'
import { FileField } from '~/ui/FileField'
import { FormActions } from '~/ui/FormGrid'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import { jsonOf } from '../act-file'
import { fieldTabAt } from '../filters'
import { ACT_STATES, actKindLabel } from '../labels'
import { readFileSchema, takeFileSchema } from '../schema'
import { ActContent } from './components/ActContent'
import { type ReadFile, readFileOfActs } from './queries.server'

export const meta: MetaFunction = () => [{ title: 'Take in a file of acts · Kalakal' }]

export async function loader({ context }: LoaderFunctionArgs) {
  const { project } = await requirePermission(context, 'field.write')
  return {
    project: project.projectId,
    idempotencyKey: newIdempotencyKey(),
    timeZone: project.timeZone,
    currency: project.currency,
  }
}

/** Reads the file that was chosen, or that was read before and is taken in now. */
async function textOf(form: FormData): Promise<string> {
  const file = form.get('file')
  return file instanceof File ? file.text() : String(form.get('text') ?? '')
}

export const action = formActions({
  permission: 'field.write',
  page: async ({ db, projectId, form }) => ({
    file: await readFileOfActs(db, projectId, await textOf(form)),
  }),
  intents: (intent) => ({
    read: intent({
      schema: readFileSchema,
      command: async ({ page }) => {
        const { file } = await page()
        if (file) return { ok: true, data: file } as const
        const error = {
          status: 422 as const,
          code: 'invalid',
          message: 'This is no file of acts.',
          field: 'file',
        }
        return { ok: false, error } as const
      },
      done: async (_, { submission, page }) =>
        reply({ lastResult: submission.reply({ hideFields: ['file'] }), ...(await page()) }, 200),
    }),
    take: intent({
      schema: takeFileSchema,
      command: ({ run, value }) =>
        run('take_act_file', { p_file: jsonOf(value.text) as JsonArgument }),
      done: ({ taken, known }) => ({
        to: fieldTabAt('waiting'),
        text: `${taken} acts taken in, ${known} known already.`,
      }),
    }),
  }),
})

/** Takes in the acts that a phone handed over as a file, after it has shown what they say. */
export default function ActFile() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const lastResult = answer?.lastResult
  const [form, fields] = useCommandForm({
    id: 'act-file',
    schema: readFileSchema,
    lastResult: ownResult(lastResult, 'read'),
  })
  return (
    <>
      <PageHeader
        title="Take in a file of acts"
        crumbs={[{ label: 'Field', to: paths.field.control }]}
        description="A phone that cannot send hands its acts over as a file (More in the app). None counts twice."
      />
      <Panel className="mb-4">
        <CommandForm
          form={form}
          encType="multipart/form-data"
          project={data.project}
          idempotencyKey={data.idempotencyKey}
        >
          <input type="hidden" name="intent" value="read" />
          <FileField field={fields.file} label="File" accept="application/json,.json" />
          <FormActions>
            <SubmitButton variant={answer?.file ? 'secondary' : 'primary'}>Read</SubmitButton>
          </FormActions>
        </CommandForm>
      </Panel>
      {answer?.file ? <Contents {...data} file={answer.file} lastResult={lastResult} /> : null}
    </>
  )
}

interface ContentsProps {
  file: ReadFile
  project: string
  idempotencyKey: string
  timeZone: string
  currency: string
  lastResult: Parameters<typeof ownResult>[0]
}

/** Shows what the acts of a file say, and takes them in. */
function Contents({ file, timeZone, currency, lastResult, ...command }: ContentsProps) {
  const [form] = useCommandForm({
    id: 'take-file',
    schema: takeFileSchema,
    lastResult: ownResult(lastResult, 'take'),
  })
  const count = file.acts.length
  return (
    <>
      <Panel
        className="mb-4"
        title={`${count} ${count === 1 ? 'act' : 'acts'} of ${file.person}${file.phone ? `, ${file.phone}` : ''}`}
      >
        <CommandForm form={form} encType="multipart/form-data" {...command}>
          <input type="hidden" name="intent" value="take" />
          <input type="hidden" name="text" value={file.text} />
          <p>Another user accepts or rejects each of them that is not withdrawn.</p>
          <FormActions>
            <SubmitButton>Take in</SubmitButton>
            <LinkButton to={paths.field.control} variant="ghost">
              Cancel
            </LinkButton>
          </FormActions>
        </CommandForm>
      </Panel>
      <div className="grid gap-4">
        {file.acts.map((act) => (
          <Panel
            key={act.key}
            flush
            title={`${actKindLabel(act.kind)} no. ${act.no}`}
            actions={
              <span className="flex gap-3 text-xs text-muted">
                {act.state ? (
                  <Badge tone={ACT_STATES[act.state]?.tone}>{ACT_STATES[act.state]?.label}</Badge>
                ) : null}
                <DateText value={act.madeAt} timeZone={timeZone} />
              </span>
            }
          >
            {act.withdraw ? (
              <p className="px-4 pt-3">Withdrawn by its writer: {act.withdraw}</p>
            ) : null}
            <ActContent said={act.said} currency={currency} timeZone={timeZone} />
          </Panel>
        ))}
      </div>
    </>
  )
}
