import type { VisitPlace } from '~/platform/field/acts'
import type { PersonDatabase } from './copy'
import type { Draft } from './written'

const WAIT_MS = 10_000

/** Asks the phone once where it is; null where it does not know, or the person has said no. */
export function placeNow(): Promise<VisitPlace | null> {
  return new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve(null)
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) =>
        resolve({
          latitude: latitude.toFixed(6),
          longitude: longitude.toFixed(6),
          accuracy: Math.min(Math.round(accuracy), 1_000_000),
        }),
      () => resolve(null),
      { enableHighAccuracy: true, timeout: WAIT_MS, maximumAge: 0 },
    )
  })
}

/** Adds the place where a visit was begun to its draft once the phone knows it, unless the visit has ended before. */
export async function addBeginPlace(db: PersonDatabase, key: string): Promise<void> {
  const place = await placeNow()
  if (!place) return
  await db.drafts
    .where('key')
    .equals(key)
    .modify((draft) => {
      ;(draft as Draft<'visit'>).form.begin = place
    })
}
