import { Form, Link, useNavigation, useSearchParams } from '@remix-run/react'
import { useRef } from 'react'
import { cx } from '~/ui/classes'
import { ConfirmDialog } from '~/ui/Dialog'
import { EmptyState } from '~/ui/EmptyState'
import { ErrorBanner } from '~/ui/ErrorBanner'
import { FormActions } from '~/ui/FormGrid'
import { Kbd } from '~/ui/Kbd'
import { SubmitButton } from '~/ui/SubmitButton'
import { byCategory, type SheetLine } from '../sheet'
import { EntryRow } from './EntryRow'
import { useEntryKeys } from './useEntryKeys'

/** The action's answer when nothing was saved. */
export interface EntryRefusal {
  message: string
  errors: Record<string, string>
  conflicts: string[]
  typed: Record<string, string>
}

interface Props {
  project: string
  idempotencyKey: string
  /** The lines of this page of the sheet. */
  lines: readonly SheetLine[]
  part: number
  parts: number
  /** The counted lines of the whole sheet, as saved. */
  counted: number
  total: number
  refusal: EntryRefusal | null
}

/**
 * Shows the form for the counted quantities: one field per line, by category. It can be saved any
 * number of times.
 */
export function EntryForm(props: Props) {
  const { project, idempotencyKey, lines, part, parts, counted, total, refusal } = props
  const form = useRef<HTMLFormElement>(null)
  const first = useRef<HTMLButtonElement>(null)
  const { onKeyDown, onInput, filled } = useEntryKeys({ form, save: first }, lines)
  const busy = useNavigation().state === 'submitting'
  const saved = lines.filter((line) => line.counted !== null).length
  const now = counted - saved + (filled ?? saved)
  const left = total - now
  const blind = lines.every((line) => line.expected === null)
  return (
    <Form
      ref={form}
      method="post"
      preventScrollReset
      onInput={onInput}
      onKeyDown={onKeyDown}
      onSubmit={(event) => (busy ? event.preventDefault() : undefined)}
    >
      <button
        ref={first}
        type="submit"
        name="intent"
        value="save"
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
      >
        Save
      </button>
      <input type="hidden" name="project" value={project} />
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      {refusal ? (
        <div className="p-3 pb-0">
          <ErrorBanner errors={[refusal.message]} />
        </div>
      ) : null}
      {lines.length === 0 ? (
        <EmptyState line title="All lines are counted">
          Submit the count, or show all lines.
        </EmptyState>
      ) : null}
      {byCategory(lines).map(([category, group]) => (
        <section key={category ?? ''} aria-label={category ?? 'No category'}>
          <h3 className="sticky top-0 z-10 flex justify-between border-b border-line bg-sunken px-3 py-1.5 text-xs font-semibold text-muted">
            <span>{category ?? 'No category'}</span>
            {blind ? null : <span className="hidden sm:inline">Expected, then counted</span>}
          </h3>
          <ol>
            {group.map((line) => (
              <EntryRow
                key={line.key}
                line={line}
                typed={refusal?.typed[line.key]}
                error={refusal?.errors[line.key]}
                conflict={refusal?.conflicts.includes(line.key)}
              />
            ))}
          </ol>
        </section>
      ))}
      <div className="sticky bottom-(--bar) z-10 flex flex-wrap items-center gap-2 border-t border-line bg-surface px-3 py-2.5">
        <SubmitButton name="intent" value="save" data-save>
          Save
        </SubmitButton>
        {part < parts ? (
          <SubmitButton name="intent" value="next" variant="secondary">
            Save, next part
          </SubmitButton>
        ) : null}
        <ConfirmDialog
          // A new key closes the dialog after each answer, so that the lines below can be reviewed.
          key={idempotencyKey}
          trigger="Submit…"
          title="Submit count"
          body={
            left === 0
              ? `All ${total} lines are counted. The approver reviews and posts the variances.`
              : `${now} of ${total} lines are counted. The ${left} uncounted ones keep their book quantity; enter 0 for items not found.`
          }
        >
          {({ body, close }) => (
            <>
              {body}
              <FormActions>
                <SubmitButton name="intent" value="submit">
                  Submit
                </SubmitButton>
                {close}
              </FormActions>
            </>
          )}
        </ConfirmDialog>
        <p className="figures ml-auto text-xs text-muted" aria-live="polite">
          {now} of {total} counted
        </p>
        <p className="scripted-only hidden text-xs text-muted lg:block">
          <Kbd>Enter</Kbd> next line <Kbd>Ctrl Enter</Kbd> save
        </p>
      </div>
    </Form>
  )
}

/** Links to the pages of a long sheet, and switches between all lines and uncounted lines. */
export function EntryNav({ part, parts, left }: { part: number; parts: number; left: boolean }) {
  const [search] = useSearchParams()
  const to = (changes: Record<string, string | null>) => {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name)
      else next.set(name, value)
    }
    return `?${next}`
  }
  const link = (here: boolean) =>
    cx(
      'rounded-md px-2 py-1 font-medium',
      here ? 'bg-accent-soft text-accent' : 'text-muted hover:text-ink',
    )
  return (
    <nav aria-label="Lines" className="flex flex-wrap items-center gap-1 text-xs">
      <Link to={to({ left: null, part: null })} className={link(!left)}>
        All lines
      </Link>
      <Link to={to({ left: '1', part: null })} className={link(left)}>
        Not counted
      </Link>
      {parts > 1
        ? Array.from({ length: parts }, (_, index) => String(index + 1)).map((name) => (
            <Link
              key={name}
              to={to({ part: name })}
              aria-current={Number(name) === part ? 'page' : undefined}
              className={link(Number(name) === part)}
            >
              Part {name}
            </Link>
          ))
        : null}
    </nav>
  )
}
