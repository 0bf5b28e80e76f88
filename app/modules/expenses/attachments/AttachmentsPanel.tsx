import type { SubmissionResult } from '@conform-to/react'
import { Paperclip } from 'lucide-react'
import { paths } from '~/paths'
import { ownResult } from '~/platform/forms/own-result'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { ConfirmForm } from '~/ui/ConfirmForm'
import { DateText } from '~/ui/Figures'
import { FileField } from '~/ui/FileField'
import { FormActions } from '~/ui/FormGrid'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import type { Attachment } from './queries.server'
import { attachSchema } from './schema'

interface Props {
  files: readonly Attachment[]
  may: { attach: boolean; detach: boolean }
  project: string
  idempotencyKeys: { attach: string; detach: string }
  names: Record<string, string>
  timeZone: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Shows the attachments of a voucher: open, add, and remove until the voucher is released. */
export function AttachmentsPanel(props: Props) {
  const { files, may, project, idempotencyKeys, names, timeZone, lastResult } = props
  return (
    <Panel title="Attachments">
      {files.length > 0 ? (
        <ul className="mb-3 flex flex-col gap-2">
          {files.map(({ id, name, createdBy, createdAt }) => (
            <li key={id} className="flex flex-wrap items-start justify-between gap-2">
              <div className="min-w-0">
                <a
                  href={paths.expenses.attachment(id)}
                  target="_blank"
                  rel="noreferrer"
                  className="font-medium break-all text-accent hover:underline"
                >
                  <Paperclip aria-hidden className="mr-1 inline size-3.5" />
                  {name}
                </a>
                <p className="text-xs text-muted">
                  {(createdBy && names[createdBy]) || 'Former member'},{' '}
                  <DateText value={createdAt} timeZone={timeZone} />
                </p>
              </div>
              {may.detach ? (
                <ConfirmForm
                  trigger={`Remove ${name}`}
                  triggerClass="text-xs font-medium text-danger hover:underline"
                  title="Remove attachment"
                  body={`${name} is removed from this voucher and deleted.`}
                  label="Remove attachment"
                  danger
                  values={{
                    project,
                    idempotencyKey: `${idempotencyKeys.detach}`,
                    intent: 'detach',
                    attachment: id,
                  }}
                  errors={
                    ownResult(lastResult, 'detach')?.initialValue?.attachment === id
                      ? (ownResult(lastResult, 'detach')?.error?.[''] ?? null)
                      : null
                  }
                />
              ) : null}
            </li>
          ))}
        </ul>
      ) : (
        <p className="mb-3 text-muted">{may.attach ? 'No attachments yet.' : 'No attachments.'}</p>
      )}
      {may.attach ? (
        <AttachForm
          project={project}
          idempotencyKey={idempotencyKeys.attach}
          lastResult={ownResult(lastResult, 'attach')}
        />
      ) : null}
    </Panel>
  )
}

function AttachForm({
  project,
  idempotencyKey,
  lastResult,
}: {
  project: string
  idempotencyKey: string
  lastResult: SubmissionResult<string[]> | undefined
}) {
  const [form, fields] = useCommandForm({ id: 'attach', schema: attachSchema, lastResult })
  return (
    <CommandForm
      form={form}
      project={project}
      idempotencyKey={idempotencyKey}
      encType="multipart/form-data"
    >
      <input type="hidden" name="intent" value="attach" />
      <FileField
        field={fields.file}
        label="Add attachment"
        hint="PDF, PNG, JPEG or WebP, at most 5 MiB."
        accept="application/pdf,image/png,image/jpeg,image/webp"
      />
      <FormActions>
        <SubmitButton variant="secondary">Attach</SubmitButton>
      </FormActions>
    </CommandForm>
  )
}
