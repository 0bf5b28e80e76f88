import { useSearchParams } from '@remix-run/react'
import { LinkButton } from '~/ui/Button'

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
  form: { isChosen: boolean; note: string | null } | null
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
      {pages > documents ? <> {documents > 1 ? MORE_FORMS : moreForms(pages)}</> : null}
    </p>
  )
}

const moreForms = (pages: number) =>
  `The lines take ${pages} forms. The document has the number of the first; the numbers printed on the other forms are used up, and each says which form it is.`

const MORE_FORMS =
  'A document with many lines takes several forms: the numbers printed on its further forms are used up. Check that no other document has one of them.'
