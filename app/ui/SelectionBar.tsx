import type { FieldMetadata, FormMetadata } from '@conform-to/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { ASK } from '~/platform/forms/own-result'
import { formatDate, writtenDay } from '~/platform/values/dates'
import type { Money as Amount } from '~/platform/values/money'
import { AskButton, type ConfirmedAct, ConfirmLine, useAsked } from './ConfirmLine'
import { cx } from './classes'
import { Money } from './Figures'
import { SubmitButton } from './SubmitButton'

interface Props {
  /** Its form, with `errorsBelow`: errors above the rows would move them when they come and go. */
  form?: Pick<FormMetadata<Record<string, unknown>, string[]>, 'errors' | 'errorId'>
  /** The number of selected rows; null until scripts count them. */
  chosen: number | null
  /** The selected rows, which the server knows too when the form has been sent. */
  selected: readonly unknown[]
  /** The names of one row and of several. */
  of?: readonly [one: string, many: string]
  sum?: Amount
  currency?: string
  /** Further facts about the selected rows, such as "5 not invoiced"; false where there is nothing. */
  notes?: readonly (string | false)[]
  /** Texts of the fields for the confirmation, such as the bank account of a deposit. */
  how?: readonly (string | false)[]
  /** True for a list that is mostly read: the bar is there while rows are selected. */
  quiet?: boolean
  /** The day on which the act is posted, as typed. */
  on?: string
  /** The field that holds the selection, for its errors, where it has its own. */
  list?: Pick<FieldMetadata, 'errors' | 'errorId'>
  /** Fields that the act needs besides the rows. A phone has room for it once rows are selected. */
  fields?: ReactNode
  /** Acts that cannot be taken back: a first click says what will happen, a second one does it. */
  acts?: readonly ConfirmedAct[]
  children?: ReactNode
}

/**
 * Stands below a list whose rows are selected. It says what an act will do before it is done: with how many, with which
 * amount, what is unusual among them, and on which day.
 */
export function SelectionBar(props: Props) {
  const {
    form,
    chosen,
    selected,
    of = ['row', 'rows'],
    list,
    fields,
    acts = [],
    how = [],
    quiet,
    children,
  } = props
  const asked = useAsked()
  const act = acts.find(({ intent }) => intent === asked)
  const confirming = act !== undefined && selected.length > 0
  const count = selected.length
  // The focus returns to the act that was not done.
  const bar = useRef<HTMLDivElement>(null)
  const before = useRef(act)
  useEffect(() => {
    const left = before.current
    before.current = act
    if (left && !act && document.activeElement === document.body)
      bar.current?.querySelector<HTMLElement>(`[name=${ASK}][value="${left.intent}"]`)?.focus()
  }, [act])
  return (
    <div
      ref={bar}
      className={cx(
        'sticky bottom-(--bar) z-20 flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 rounded-b-lg border-t border-line bg-surface px-3 py-1.5',
        // On a phone it covers rows only while some are selected.
        !chosen && 'max-sm:static',
        quiet && (chosen === 0 ? 'hidden' : chosen === null && 'scriptless-only'),
      )}
    >
      {confirming ? (
        <ConfirmLine key={act.intent} act={act}>
          {count.toLocaleString('en-US')} {of[count === 1 ? 0 : 1]}
          <Facts {...props} notes={[...(props.notes ?? []), ...how]} />
        </ConfirmLine>
      ) : chosen === null ? null : (
        <p role="status" className="figures text-muted">
          {chosen} selected
          {chosen > 0 ? <Facts {...props} /> : null}
        </p>
      )}
      {/* Hidden fields are sent all the same. */}
      <div className={confirming ? 'hidden' : 'contents'}>
        {fields ? (
          <div className={cx('contents', chosen === 0 && 'max-sm:hidden')}>{fields}</div>
        ) : null}
        {acts.map((each, index) =>
          // The form says itself that nothing is selected.
          chosen === 0 ? (
            <SubmitButton
              key={each.intent}
              name="intent"
              value={each.intent}
              {...look(each, index)}
            >
              {each.label ?? each.verb}
            </SubmitButton>
          ) : (
            <AskButton key={each.intent} act={each} {...look(each, index)} />
          ),
        )}
        {children}
      </div>
      {act && !confirming ? (
        <p role="alert" className="font-medium text-danger">
          Select at least one {of[0]}.
        </p>
      ) : null}
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

const look = ({ danger }: ConfirmedAct, index: number) => ({
  variant: danger
    ? ('danger' as const)
    : index === 0
      ? ('primary' as const)
      : ('secondary' as const),
})

/** Lists what is known of the selected rows: their sum, what is unusual, the day of the act. */
function Facts({ sum, currency, notes = [], on }: Props) {
  const day = on && writtenDay(on)
  const told = [...notes, day ? `dated ${formatDate(day)}` : false].filter(
    (text) => typeof text === 'string',
  )
  return (
    <>
      {sum ? (
        <>
          , <Money value={sum} currency={currency} />
        </>
      ) : null}
      {told.map((text) => (
        <span key={text}>, {text}</span>
      ))}
    </>
  )
}
