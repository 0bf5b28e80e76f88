import { expect, it } from 'vitest'
import { placeOf } from './store-place.ts'

it.each([
  ['Lopez Grocery', 'Pasig', 'Lopez Grocery, Pasig'],
  ['Lopez Grocery, Pasig', 'Pasig', 'Lopez Grocery, Pasig'],
  ['12 Rizal Street, pasig', 'Pasig', '12 Rizal Street, pasig'],
  // A part of another word is no area.
  ['Pasig Grocery', 'Pasig', 'Pasig Grocery, Pasig'],
  [null, 'Pasig', 'Pasig'],
  ['Lopez Grocery', null, 'Lopez Grocery'],
  ['', '', ''],
])('says the place of %j in %j once: %j', (name, area, place) => {
  expect(placeOf(name, area)).toBe(place)
})
