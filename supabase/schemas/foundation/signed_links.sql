-- Files are read with a session, never by a link for whoever has it.

create or replace function private.asks_for_signed_link() returns boolean
language sql stable set search_path = '' as $$
  select coalesce(current_setting('storage.operation', true), '') like '%sign%'
$$;
comment on function private.asks_for_signed_link is
  'Returns true while storage makes a link that opens a file for whoever has it. Such a link outlives its maker''s membership, so files '
  'are read with a session only.';

grant execute on function private.asks_for_signed_link to authenticated;
