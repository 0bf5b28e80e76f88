import { Form, Link } from '@remix-run/react'
import { useState } from 'react'
import { CONTROL, Field } from '~/ui/Field'
import { FormActions } from '~/ui/FormGrid'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import { hintOf, type ImportDefinition } from '../definition'
import { MAX_BYTES, MAX_SHEET_ROWS } from '../limits'
import { SheetProgress } from './SheetProgress'

interface Props {
  definition: ImportDefinition
  project: string
  idempotencyKey: string
  unread: { message: string; at: 'file' | 'text' | 'typed'; text: string } | null
  /** Rows to begin with. */
  begun: string | null
  /** The trades that have such rows. */
  trades: readonly { value: string; label: string }[]
}

/** Chooses the source of the rows: a file or the clipboard. Nothing is imported yet. */
export function SheetSource(props: Props) {
  const { definition, project, idempotencyKey, unread, begun, trades } = props
  const [tooLarge, setTooLarge] = useState<string | null>(null)
  const errorOf = (at: 'file' | 'text') => (unread?.at === at ? [unread.message] : undefined)
  return (
    <Panel title="Choose a sheet" className="mb-4">
      <Form
        method="post"
        encType="multipart/form-data"
        onSubmit={(event) => tooLarge && event.preventDefault()}
      >
        <input type="hidden" name="intent" value="read" />
        <input type="hidden" name="project" value={project} />
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <div className="grid gap-4 lg:grid-cols-2">
          <Field
            id="import-file"
            errorId="import-file-error"
            errors={tooLarge ? [tooLarge] : errorOf('file')}
            label="Excel or CSV file"
            hint={`.xlsx or .csv, the first sheet, at most ${MAX_SHEET_ROWS.toLocaleString('en-US')} rows and ${MAX_BYTES / 1_000_000} MB`}
          >
            <input
              id="import-file"
              type="file"
              name="file"
              accept=".xlsx,.csv,.tsv,.txt,text/csv"
              aria-describedby="import-file-error import-file-hint"
              aria-invalid={tooLarge || unread?.at === 'file' ? true : undefined}
              className={CONTROL}
              onChange={(event) => {
                const size = event.currentTarget.files?.[0]?.size ?? 0
                setTooLarge(
                  size > MAX_BYTES
                    ? `The file has ${(size / 1_000_000).toFixed(1)} MB; ${MAX_BYTES / 1_000_000} MB at most.`
                    : null,
                )
              }}
            />
          </Field>
          <Field
            id="import-text"
            errorId="import-text-error"
            errors={errorOf('text')}
            label="Or paste from a spreadsheet"
            hint={
              begun
                ? 'Change names, costs and prices to yours, and take out what you do not sell'
                : 'Paste cells including the header row'
            }
          >
            <textarea
              id="import-text"
              name="pasted"
              rows={5}
              wrap="off"
              spellCheck={false}
              key={begun}
              defaultValue={unread?.text ?? begun ?? undefined}
              aria-describedby="import-text-error import-text-hint"
              aria-invalid={unread?.at === 'text' ? true : undefined}
              className={`${CONTROL} font-mono`}
            />
          </Field>
        </div>
        <FormActions>
          <SubmitButton>Preview</SubmitButton>
          <span className="text-xs text-muted">Nothing is saved before you confirm.</span>
        </FormActions>
        <SheetProgress work={{ read: { word: 'Checking' } }} what="the sheet" />
      </Form>
      {trades.length > 0 ? (
        <p className="mt-4 text-muted">
          No list yet? Begin with products of{' '}
          {trades.map(({ value, label }, at) => (
            <span key={value}>
              {at > 0 ? ', ' : ''}
              <Link to={`?trade=${value}`} className="font-medium text-accent hover:underline">
                {label}
              </Link>
            </span>
          ))}
          , and change them.
        </p>
      ) : null}
      <details className="mt-4 text-muted">
        <summary className="w-fit font-medium text-accent">Supported columns</summary>
        <dl className="mt-2 grid gap-x-6 gap-y-1.5 sm:grid-cols-2 lg:grid-cols-3">
          {definition.columns.map((column) => (
            <div key={column.key}>
              <dt className="inline font-medium text-ink">
                {column.label}
                {column.required ? <span className="text-danger"> *</span> : null}
              </dt>
              <dd className="inline">
                {' '}
                {hintOf(column) ? `${hintOf(column)}, ` : ''}such as {column.example}
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </Panel>
  )
}
