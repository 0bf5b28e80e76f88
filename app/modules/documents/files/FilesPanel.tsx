import type { SubmissionResult } from '@conform-to/react'
import { type DragEvent, useState } from 'react'
import { paths } from '~/paths'
import { shrinkPictures } from '~/platform/browser/shrink-picture'
import { ownResult } from '~/platform/forms/own-result'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { ConfirmForm } from '~/ui/ConfirmForm'
import { cx } from '~/ui/classes'
import { EmptyState } from '~/ui/EmptyState'
import { DateText } from '~/ui/Figures'
import { FileField } from '~/ui/FileField'
import { FormActions } from '~/ui/FormGrid'
import { Icon } from '~/ui/Icon'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import type { DocumentFile, DocumentParts } from '../parts.server'
import { attachSchema } from '../schema'

interface Props {
  parts: DocumentParts
  /** The address of its forms. */
  action: string
  lastResult?: SubmissionResult<string[]>
}

/** Shows the files of a document: open, attach, remove. */
export function FilesPanel({ parts, action, lastResult }: Props) {
  const { files, mayAttach } = parts
  return (
    <Panel title="Files" flush id="files">
      {files.length > 0 ? (
        <ul className="flex flex-col gap-2 px-4 py-3">
          {files.map((file) => (
            <li key={file.id} className="flex flex-wrap items-start justify-between gap-x-2">
              <FileLine file={file} parts={parts} action={action} lastResult={lastResult} />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState line title="No files yet" />
      )}
      {mayAttach ? (
        <AttachForm
          key={parts.idempotencyKeys.attach}
          {...{ parts, action }}
          lastResult={ownResult(lastResult, 'attach')}
        />
      ) : null}
    </Panel>
  )
}

function FileLine({ file, parts, action, lastResult }: Props & { file: DocumentFile }) {
  const refused = ownResult(lastResult, 'detach')
  return (
    <>
      <div className="min-w-0">
        <a
          href={paths.documents.file(file.id)}
          target="_blank"
          rel="noreferrer"
          className="font-medium break-all text-accent hover:underline"
        >
          <Icon name="file-text" className="mr-1 inline size-3.5" />
          {file.name}
        </a>
        <p className="text-xs text-muted">
          {(file.createdBy && parts.names[file.createdBy]) || 'Former member'},{' '}
          <DateText value={file.createdAt} timeZone={parts.timeZone} />
          {file.size ? ` · ${sizeOf(file.size)}` : null}
        </p>
      </div>
      {file.mayRemove ? (
        <ConfirmForm
          trigger={
            <>
              Remove<span className="sr-only"> {file.name}</span>
            </>
          }
          triggerClass="text-xs font-medium text-danger hover:underline max-sm:py-2"
          title="Remove file"
          body={`${file.name} is removed from this document and deleted. The audit trail says who did it.`}
          label="Remove file"
          danger
          action={action}
          values={{
            project: parts.project,
            idempotencyKey: parts.idempotencyKeys.detach,
            intent: 'detach',
            file: file.id,
          }}
          errors={refused?.initialValue?.file === file.id ? (refused.error?.[''] ?? null) : null}
        />
      ) : null}
    </>
  )
}

const KINDS = 'application/pdf,image/png,image/jpeg,image/webp'

function AttachForm({ parts, action, lastResult }: Props) {
  const [form, fields] = useCommandForm({ id: 'attach', schema: attachSchema, lastResult })
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent<HTMLElement>) => {
    event.preventDefault()
    setOver(false)
    const input = event.currentTarget.querySelector<HTMLInputElement>('input[type=file]')
    if (!input || event.dataTransfer.files.length === 0) return
    input.files = event.dataTransfer.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }
  return (
    <section
      aria-label="Attach files"
      className={cx('border-t border-line p-4', over && 'bg-accent-soft')}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <CommandForm
        form={form}
        project={parts.project}
        idempotencyKey={parts.idempotencyKeys.attach}
        action={action}
        intent="attach"
        encType="multipart/form-data"
      >
        <FileField
          field={fields.files}
          label="Add files"
          hint="PDF, PNG, JPEG or WebP; together at most 5 MB."
          accept={KINDS}
          multiple
          onFiles={shrinkPictures}
        />
        <label className="mt-2 hidden text-xs font-medium text-accent pointer-coarse:block">
          Take a photo
          <input
            type="file"
            name={fields.files.name}
            accept="image/*"
            capture="environment"
            onChange={(event) => shrinkPictures(event.currentTarget)}
            className="mt-1 block w-full text-sm font-normal text-muted"
          />
        </label>
        <FormActions>
          <SubmitButton variant="secondary" name="intent" value="attach">
            Attach
          </SubmitButton>
        </FormActions>
      </CommandForm>
    </section>
  )
}

/** Writes a number of bytes for people. */
function sizeOf(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} KB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`
}
