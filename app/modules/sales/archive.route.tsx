import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { typedText } from '~/platform/forms/fields'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formActions } from '~/platform/forms/form-action.server'
import { reply } from '~/platform/request/reply.server'
import { formatMoney, money } from '~/platform/values/money'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions } from '~/ui/FormGrid'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextAreaField } from '~/ui/TextAreaField'
import { TextField } from '~/ui/TextField'
import { type ArchivePreview, previewArchive, readSoNos } from './archive.server'
import { ArchiveTable } from './components/ArchiveTable'
import { archiveSchema } from './schema'

export const meta: MetaFunction = () => [{ title: 'Archive bookings · Kalakal' }]

export async function loader({ context }: LoaderFunctionArgs) {
  const { project } = await requirePermission(context, 'bookings.archive')
  return {
    project: project.projectId,
    currency: project.currency,
    idempotencyKey: newIdempotencyKey(),
  }
}

type Answer = { lastResult: SubmissionResult<string[]>; preview: ArchivePreview | null }

export const action = formActions({
  permission: 'bookings.archive',
  answer: async (lastResult, { db, projectId, payload }, error): Promise<Answer> => {
    const soNos = readSoNos(typedText(payload.so_nos) ?? '')
    const status = typedText(payload.status) ?? ''
    return {
      lastResult,
      preview: error ? await previewArchive(db, projectId, soNos, status) : null,
    }
  },
  intents: (intent) => ({
    archive: intent({
      schema: archiveSchema,
      command: ({ run, value: { so_nos, status } }) =>
        run('archive_bookings', { p_so_nos: { so_nos: readSoNos(so_nos) }, p_status: status }),
      done: ({ archived, collected }, { project }) => {
        const bookings = archived === 1 ? '1 booking' : `${archived} bookings`
        const amount = formatMoney(money(collected), project.currency)
        return {
          to: `${paths.sales.bookings}?stage=archived`,
          text: `${bookings} archived, ${amount} collected.`,
        }
      },
    }),
    default: async ({ db, projectId, form }) => {
      const submission = parseWithZod(form, { schema: archiveSchema })
      if (submission.status !== 'success')
        return reply<Answer>({ lastResult: submission.reply(), preview: null }, 422)
      const { so_nos, status } = submission.value
      const preview = await previewArchive(db, projectId, readSoNos(so_nos), status)
      return reply<Answer>({ lastResult: submission.reply(), preview }, 200)
    },
  }),
})

/** Archives bookings by their numbers: shows the effect first, then archives all or none. */
export default function Archive() {
  const { project, currency, idempotencyKey } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const preview = answer?.preview ?? null
  const [form, fields] = useCommandForm({
    id: 'archive',
    schema: archiveSchema,
    lastResult: answer?.lastResult,
    defaultValue: { status: 'archived' },
  })
  const ready = preview && preview.obstacles === 0 && preview.archived > 0
  return (
    <>
      <PageHeader
        title="Archive bookings"
        crumbs={[{ label: 'Bookings', to: paths.sales.bookings }]}
        description="Closes validated bookings: undelivered goods are issued from stock today, open balances are recorded as cash collections. If one fails, none is archived."
      />
      <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
        <Panel className="mb-4">
          <div className="grid max-w-3xl gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
            <TextAreaField
              field={fields.so_nos}
              label="SO numbers"
              rows={5}
              hint="One per line or separated by commas; up to 500."
            />
            <TextField
              field={fields.status}
              label="Booking status"
              hint="Status label, e.g. archived (saved as approved-archived)."
              autoComplete="off"
            />
          </div>
          <FormActions>
            <SubmitButton name="intent" value="preview" variant={ready ? 'secondary' : 'primary'}>
              Preview
            </SubmitButton>
            <LinkButton to={paths.sales.bookings} variant="ghost">
              Cancel
            </LinkButton>
          </FormActions>
        </Panel>
        {preview ? (
          <Panel title="Effect" flush>
            <ArchiveTable preview={preview} currency={currency} />
            <div className="border-t border-line p-4">
              {ready ? (
                <SubmitButton name="intent" value="archive">
                  Archive {preview.archived} and collect {formatMoney(preview.collected, currency)}
                </SubmitButton>
              ) : (
                <p className="font-medium text-warn">
                  {preview.obstacles > 0
                    ? `Nothing is archived: ${preview.obstacles === 1 ? '1 booking' : `${preview.obstacles} bookings`} cannot be archived. Remove ${preview.obstacles === 1 ? 'it' : 'them'} from the list.`
                    : 'All selected bookings are already archived.'}
                </p>
              )}
            </div>
          </Panel>
        ) : null}
      </CommandForm>
    </>
  )
}
