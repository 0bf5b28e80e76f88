import type { FieldMetadata, FormMetadata } from '@conform-to/react'
import type { ReactNode } from 'react'
import { formatDate, writtenDay } from '~/platform/values/dates'
import type { Money as Amount } from '~/platform/values/money'
import { cx } from './classes'
import { Money } from './Figures'

interface Props {
  /** Its form, with `errorsBelow`: errors above the rows would move them when they come and go. */
  form?: Pick<FormMetadata<Record<string, unknown>, string[]>, 'errors' | 'errorId'>
  /** The number of selected rows; null until scripts count them. */
  chosen: number | null
  sum?: Amount
  currency?: string
  /** Further facts about the selected rows, such as "5 not invoiced"; false where there is nothing. */
  notes?: readonly (string | false)[]
  /** The day on which the act is posted, as typed. */
  on?: string
  /** The field that holds the selection, for its errors, where it has its own. */
  list?: Pick<FieldMetadata, 'errors' | 'errorId'>
  /** Fields that the act needs besides the rows. A phone has room for it once rows are selected. */
  fields?: ReactNode
  children?: ReactNode
}

/**
 * Stands below a list whose rows are selected. It says what an act will do before it is done: with how many, with which
 * amount, what is unusual among them, and on which day.
 */
export function SelectionBar(props: Props) {
  const { form, chosen, sum, currency, notes = [], on, list, fields, children } = props
  const day = on && writtenDay(on)
  const told = [...notes, day ? `dated ${formatDate(day)}` : false].filter(
    (text) => typeof text === 'string',
  )
  return (
    <div className="sticky bottom-(--bar) z-20 flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 rounded-b-lg border-t border-line bg-surface px-3 py-1.5">
      {chosen === null ? null : (
        <p role="status" className="figures text-muted">
          {chosen} selected
          {sum && chosen > 0 ? (
            <>
              , <Money value={sum} currency={currency} />
            </>
          ) : null}
          {chosen > 0 ? told.map((text) => <span key={text}>, {text}</span>) : null}
        </p>
      )}
      {fields ? (
        <div className={cx('contents', chosen === 0 && 'max-sm:hidden')}>{fields}</div>
      ) : null}
      {children}
      {list ? (
        <p role="alert" id={list.errorId} className="font-medium text-danger empty:hidden">
          {list.errors?.join(' ')}
        </p>
      ) : null}
      {form?.errors?.length ? (
        <p role="alert" id={form.errorId} className="font-medium text-danger">
          {form.errors.join(' ')}
        </p>
      ) : null}
    </div>
  )
}
