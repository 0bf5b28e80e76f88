import { useSearchParams } from '@remix-run/react'
import { paths } from '~/paths'
import { LinkButton } from './Button'

/** The names of what a paper's own address does, and not of what it shows. */
const ACTS = ['pdf', 'print', 'voucher']

/** Names a paper of a document that can be shared. */
export interface SharedOf {
  paper: string
  id: string
}

/** Leads to the page that shares the paper of this page, as this page shows it. */
export function ShareLink({ paper, id }: SharedOf) {
  const [params] = useSearchParams()
  const kept = new URLSearchParams([...params].filter(([name]) => !ACTS.includes(name)))
  const search = kept.size > 0 ? `?${kept}` : ''
  return <LinkButton to={paths.sharing.share(paper, id) + search}>Share</LinkButton>
}
