import type { SubmissionResult } from '@conform-to/react'
import { useActionData } from '@remix-run/react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { selectedIds } from '~/platform/forms/selected-rows'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { EmptyState } from '~/ui/EmptyState'
import { Kbd } from '~/ui/Kbd'
import { SelectionBar } from '~/ui/SelectionBar'
import { TextField } from '~/ui/TextField'
import { useHydrated } from '~/ui/useHydrated'
import type { Edit, EditEffect } from '../queries.server'
import { decideSchema } from '../schema'
import { PendingEdit } from './PendingEdit'

interface Props {
  pending: (Edit & { idempotencyKey: string })[]
  effects: Record<string, EditEffect>
  names: Record<string, string>
  timeZone: string
  project: string
  mayDecide: boolean
  lastResult: SubmissionResult<string[]> | undefined
}

/**
 * Lists the pending requests. Users who may decide select some and approve or reject them with one
 * note.
 */
export function PendingEdits(props: Props) {
  const { pending, effects, names, timeZone, project, mayDecide, lastResult } = props
  const [form, fields] = useCommandForm({
    id: 'decide',
    schema: decideSchema,
    lastResult,
  })
  const hydrated = useHydrated()
  const list = useFocusFirstCheckbox(pending.length, () => form.reset({ name: fields.note.name }))
  if (pending.length === 0) {
    return (
      <EmptyState title="No pending items">
        Corrections are requested from a line of a purchase.
      </EmptyState>
    )
  }
  const selected = selectedIds(lastResult, 'picked')
  const picked = [fields.picked.value ?? []].flat()
  const items = (
    <ul ref={list} onKeyDown={arrowsMove}>
      {pending.map((edit) => (
        <PendingEdit
          key={edit.id}
          edit={edit}
          effect={effects[edit.id]}
          asker={names[edit.requestedBy] ?? 'Former member'}
          timeZone={timeZone}
          fieldName={mayDecide ? fields.picked.name : null}
          selected={selected.has(edit.id)}
        />
      ))}
    </ul>
  )
  if (!mayDecide) return items
  return (
    <CommandForm form={form} project={project}>
      {items}
      <SelectionBar
        list={fields.picked}
        chosen={hydrated ? picked.length : null}
        selected={picked}
        of={['correction', 'corrections']}
        fields={
          <TextField
            field={fields.note}
            label="Remarks"
            hideLabel
            placeholder="Remarks for the requester, required to reject"
            autoComplete="off"
            className="w-full sm:w-96"
          />
        }
        acts={ACTS}
      >
        <span className="scripted-only hidden text-xs text-muted lg:inline">
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> move, <Kbd>Space</Kbd> selects
        </span>
      </SelectionBar>
    </CommandForm>
  )
}

const ACTS = [
  { intent: 'approved', verb: 'Approve', label: 'Approve selected' },
  { intent: 'rejected', verb: 'Reject', label: 'Reject selected', danger: true },
]

/** Moves the focus from checkbox to checkbox with the arrow keys. */
function arrowsMove(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step || !(event.target as HTMLElement).matches('[type=checkbox]')) return
  event.preventDefault()
  const checkboxes = [...event.currentTarget.querySelectorAll<HTMLElement>('[type=checkbox]')]
  checkboxes[checkboxes.indexOf(event.target as HTMLElement) + step]?.focus()
}

/** Moves the focus to the first pending request after a decision, and clears the note. */
function useFocusFirstCheckbox(count: number, onDecided: () => void) {
  const list = useRef<HTMLUListElement>(null)
  const before = useRef(count)
  const decided = useRef(onDecided)
  decided.current = onDecided
  const refused = useActionData() !== undefined
  useEffect(() => {
    if (count < before.current && !refused) {
      decided.current()
      list.current?.querySelector<HTMLElement>('input')?.focus()
    }
    before.current = count
  }, [count, refused])
  return list
}
