import { Shell } from './Shell'

/** A screen whose customer or booking is not on the phone any more. */
export function Gone({ title, what }: { title: string; what: 'customer' | 'booking' }) {
  return (
    <Shell title={title} back="/customers">
      <p>This {what} is not on this phone any more.</p>
    </Shell>
  )
}
