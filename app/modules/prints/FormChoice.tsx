import { useSearchParams } from '@remix-run/react'
import { LinkButton } from '~/ui/Button'
import type { ChosenForm } from './forms.server'

/** Leads from a paper to its pre-printed form, and back; nothing where the company has none. */
export function FormChoice({ form }: { form: { isChosen: boolean } | null }) {
  const [params] = useSearchParams()
  if (!form) return null
  const kept = [...params].filter(([name]) => !['form', 'print', 'pdf'].includes(name))
  const to = form.isChosen ? kept : [...kept, ['form', '1']]
  return (
    <LinkButton to={`?${new URLSearchParams(to)}`}>
      {form.isChosen ? 'Plain paper' : 'Pre-printed form'}
    </LinkButton>
  )
}

interface NotesProps {
  form: ChosenForm | null
  /** The number of forms. */
  pages: number
  /** The number of documents on them. */
  documents?: number
}

/** Says how forms are fed and numbered, above them. */
export function FormNotes({ form, pages, documents = 1 }: NotesProps) {
  if (!form?.isChosen) return null
  return (
    <p className="mb-4 text-muted print:hidden">
      {form.note ? `${form.note} ` : null}
      Print at 100 % (actual size), without margins.
      {documents > 1
        ? ` Load ${pages} forms in the order below, for ${documents} documents.`
        : null}
      {pages > documents ? ` ${moreForms(form, documents)}` : null}
    </p>
  )
}

/** Documents that are named above their forms. */
const MOST_NAMED = 5

/** Says which documents take several forms, and what happens to the numbers on them. */
function moreForms({ several }: ChosenForm, documents: number): string {
  const theirs = several.filter(({ hasNumbers }) => hasNumbers)
  const others = several.filter(({ hasNumbers }) => !hasNumbers)
  return [
    theirs.length > 0 && `${takes(theirs)}: ${USED_UP}`,
    others.length > 0 && `${takes(others)}: ${CHECK}`,
    documents === 1 && FIRST,
  ]
    .filter(Boolean)
    .join(' ')
}

function takes(several: ChosenForm['several']): string {
  const more = several.length - MOST_NAMED
  return [
    ...several.slice(0, MOST_NAMED).map(({ number, forms }) => `${number} takes ${forms} forms`),
    ...(more > 0 ? [`and ${more} more take several`] : []),
  ].join(', ')
}

const USED_UP =
  'the numbers on further forms are used up, and the next invoice has the number after them.'
const CHECK =
  'if forms have printed numbers, check that no other document has those on further forms.'
const FIRST = 'Each form says the number and which form it is.'
