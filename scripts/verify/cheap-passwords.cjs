/** The fewest that bcrypt takes. */
const ROUNDS = 4

/**
 * Required before the programs that fill the templates and the warm servers, on each of their threads: hashes of passwords,
 * and sign-ins with them, would be half of the work of loading the demo and a fifth of that of the suite http.
 * Modules that are imported are not loaded on threads (Node 20), and what is required is another copy of bcryptjs.
 */
import('bcryptjs').then(({ default: bcrypt }) => {
  const { hash } = bcrypt
  bcrypt.hash = (/** @type {string} */ password) => hash(password, ROUNDS)
})
