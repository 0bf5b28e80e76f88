import { Form, useSubmit } from '@remix-run/react'
import { paths } from '~/paths'
import type { OpenBookingsOf } from '~/platform/db/open-bookings.server'
import { LinkButton } from '~/ui/Button'
import { ErrorBanner } from '~/ui/ErrorBanner'
import { FormActions } from '~/ui/FormGrid'
import { OpenBookings } from '~/ui/OpenBookings'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import type { CheckedSheet } from '../check.server'
import { countText, type ImportDefinition } from '../definition'
import { ColumnChoice } from './ColumnChoice'
import { ErrorList } from './ErrorList'
import { SheetPreview } from './SheetPreview'
import { SheetProgress } from './SheetProgress'

interface Props {
  definition: ImportDefinition
  sheet: CheckedSheet
  project: string
  idempotencyKey: string
  /** The bookings of the company that columns of the sheet touch. */
  touched: { count: number; of: OpenBookingsOf; columns: string[] }[]
}

/** Shows a sheet that was read: column mapping, errors, preview, and the import button. */
export function SheetCheck({ definition, sheet, project, idempotencyKey, touched }: Props) {
  const submit = useSubmit()
  const ready =
    sheet.count > 0 &&
    sheet.missing.length === 0 &&
    sheet.errorCount === 0 &&
    sheet.changed?.rows !== 0
  return (
    <Form method="post" encType="multipart/form-data">
      {/* Enter in a cell checks the sheet again; it never imports. */}
      <button
        type="submit"
        name="intent"
        value="check"
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
      >
        Check again
      </button>
      <input type="hidden" name="project" value={project} />
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      <input type="hidden" name="file_name" value={sheet.fileName} />
      {sheet.changed ? <input type="hidden" name="seen" value={sheet.changed.seen} /> : null}
      <input type="hidden" name="numeric" value={sheet.reading.numeric?.join(',') ?? ''} />
      <input type="hidden" name="days" value={sheet.reading.days?.join(',') ?? ''} />
      {sheet.notes.map((note) => (
        <input key={note} type="hidden" name="note" value={note} />
      ))}
      <textarea name="sheet" hidden readOnly value={sheet.text} />
      <HiddenNotes notes={sheet.notes} />
      <Panel title={`Columns of ${sheet.fileName}`} className="mb-4">
        <ColumnChoice
          definition={definition}
          sheet={sheet}
          onChoose={(form) => {
            // This is the button that a user without scripts would press.
            const button = form.querySelector<HTMLButtonElement>('button[value="check"]')
            submit(button ?? form, { method: 'post', encType: 'multipart/form-data' })
          }}
        />
      </Panel>
      <Verdict definition={definition} sheet={sheet} />
      <SheetPreview definition={definition} sheet={sheet} />
      {touched
        .filter(({ columns }) => columns.some((key) => isRead(sheet, key)))
        .map(({ count, of }) => (
          <OpenBookings key={of.stage} {...{ count, of }} />
        ))}
      <FormActions>
        {ready ? (
          <SubmitButton name="intent" value="import">
            {verbOf(definition)} {countText(definition, sheet.changed?.rows ?? sheet.count)}
          </SubmitButton>
        ) : null}
        <SubmitButton name="intent" value="check" variant={ready ? 'secondary' : 'primary'}>
          Check again
        </SubmitButton>
        <LinkButton to={paths.imports.kind(definition.kind)} variant="ghost">
          Choose another sheet
        </LinkButton>
      </FormActions>
      <SheetProgress
        work={{
          import: {
            word: definition.changes ? 'Changing' : 'Importing',
            seconds: sheet.seconds * (definition.tries ? 1 : WRITING),
          },
          check: { word: 'Checking', seconds: sheet.seconds },
        }}
        what={countText(definition, sheet.count)}
      />
      <div className="mb-8" />
    </Form>
  )
}

/** How many times longer than their check an import of rows takes (`npm run bench -- imports`: 3 to 4). */
const WRITING = 4

/** Tells whether the sheet can be imported, and if not, why. */
function Verdict({ definition, sheet }: { definition: ImportDefinition; sheet: CheckedSheet }) {
  const { missing, errorCount, count, problem, changed } = sheet
  if (problem) return <ErrorBanner errors={[problem]} />
  if (count === 0) return <ErrorBanner errors={['There are no rows below the header row.']} />
  if (missing.length > 0)
    return <ErrorBanner errors={[`Choose the column of: ${missing.join(', ')}.`]} />
  if (errorCount > 0) return <ErrorList definition={definition} sheet={sheet} />
  if (changed) return <ChangeCount definition={definition} sheet={sheet} {...changed} />
  return (
    <p role="status" className="mb-4 rounded-md bg-ok-soft px-3 py-2 font-medium text-ok">
      {countText(definition, count)} can be imported. Nothing is saved until you import.
    </p>
  )
}

/** Says what of the workbook was left out. */
function HiddenNotes({ notes }: Pick<CheckedSheet, 'notes'>) {
  if (notes.length === 0) return null
  return (
    <div role="note" className="mb-4 rounded-md bg-warn-soft px-3 py-2 text-warn">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  )
}

const isRead = ({ reading }: CheckedSheet, key: string) => typeof reading.mapping[key] === 'number'

const verbOf = ({ changes }: ImportDefinition) => (changes ? 'Change' : 'Import')

/** Tells how many rows and cells of the sheet differ from what is there. */
function ChangeCount({
  definition,
  sheet,
  rows,
  cells,
}: {
  definition: ImportDefinition
  sheet: CheckedSheet
  rows: number
  cells: number
}) {
  if (rows === 0) return <ErrorBanner errors={['No changes: the sheet matches the saved data.']} />
  return (
    <p role="status" className="mb-4 rounded-md bg-ok-soft px-3 py-2 font-medium text-ok">
      {cells.toLocaleString('en-US')} {cells === 1 ? 'cell changes' : 'cells change'} in{' '}
      {countText(definition, rows)} of {sheet.count.toLocaleString('en-US')}. Nothing is saved until
      you change them.
    </p>
  )
}
