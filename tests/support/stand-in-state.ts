/** Makes the one function of the product that every call of it needs, in a database without the product. */
export const STATE = `create schema if not exists private;
  create or replace function private.require_state(p_state text) returns void language sql as 'select'`
