-- Statements for version 2.0.0 that no comparison finds. They run on a database of version 1.2.0, before its tables are compared.

-- Names are sorted and found without accents: the stored keys are written again.
create or replace function private.search_text(p_text text) returns text
language sql immutable
return case when p_text ~ '[^\x01-\x7f]' then normalize(lower(regexp_replace(normalize(p_text, nfd), '[\u0300-\u036f]', '', 'g')), nfc)
  else lower(p_text) end;
create or replace function private.sort_key(p_text text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return regexp_replace(private.search_text(p_text), '[^[:alnum:] ]', '', 'g');
end $$;

create or replace function private.name_core(p_text text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(nullif(btrim(regexp_replace(regexp_replace(k.key,
    '\y(store|stores|sari|sarisari|shop|mart|minimart|grocery|groceries|trading|enterprise|enterprises|general|merchandise|merchandising|'
    'inc|corp|corporation|company|co|ltd|and|the)\y',
    ' ', 'g'), ' +', ' ', 'g')), ''), btrim(k.key))
  from (select private.sort_key(p_text) as key) k
$$;

do $$
declare v record;
begin
  -- Columns that a stored one is computed from are written as they are. Triggers would take it for a change by a person.
  for v in
    select a.attrelid::regclass as table_name, string_agg(distinct format('%1$I = t.%1$I', b.attname), ', ') as columns
    from pg_attribute a
    join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    join pg_depend p on p.classid = 'pg_attrdef'::regclass and p.objid = d.oid and p.refclassid = 'pg_class'::regclass and p.refobjid = a.attrelid
    join pg_attribute b on b.attrelid = a.attrelid and b.attnum = p.refobjsubid and b.attgenerated = ''
    where a.attgenerated = 's' and a.attname in ('sort_key', 'name_core', 'store_core')
      and a.attrelid in (select c.oid from pg_class c where c.relnamespace = 'public'::regnamespace)
    group by a.attrelid
  loop
    execute format('alter table %s disable trigger user', v.table_name);
    execute format('update %s t set %s', v.table_name, v.columns);
    execute format('alter table %s enable trigger user', v.table_name);
  end loop;
end $$;

delete from private.booked_names;
insert into private.booked_names (project_id, customer_id, search_key)
select distinct b.project_id, b.customer_id, private.search_text(b.customer_name || ' ' || coalesce(b.store_name, '')) from public.bookings b;

-- Sales know the categories of their day. For sales before this version these are the categories that reports showed: today's.
alter table public.sales_entries
  add column category1 text, add column category2 text, add column category3 text,
  add column further_month boolean not null default false;
alter table public.sales_entries disable trigger user;
update public.sales_entries e set category1 = g.category1, category2 = g.category2, category3 = g.category3
from public.products g where g.project_id = e.project_id and g.id = e.product_id;
update public.sales_entries e set further_month = true
from (
  select distinct on (f.project_id, f.booking_id) f.project_id, f.booking_id, date_trunc('month', f.on_date::timestamp) as month
  from public.sales_entries f order by f.project_id, f.booking_id, f.id) f
where f.project_id = e.project_id and f.booking_id = e.booking_id and date_trunc('month', e.on_date::timestamp) <> f.month;
alter table public.sales_entries enable trigger user;

-- The check of this table calls a function that takes its row, so neither could go first.
alter table private.document_sums drop constraint document_sums_bounded;
drop function private.are_bounds_of_document_sums(private.document_sums);

-- The undercharge of a line was for as many pieces as its price.
alter table public.memo_lines add column price_difference_pieces int;
alter table public.memo_lines disable trigger user;
update public.memo_lines m set price_difference_pieces = l.agent_srp_pieces from public.booking_lines l
where l.project_id = m.project_id and l.id = m.line_id and m.price_difference is not null;
alter table public.memo_lines enable trigger user;

-- The VAT of goods that go back to their supplier is no longer that of their amount alone.
alter table public.purchase_lines alter column vat_amount drop expression if exists, alter column vat_amount set default 0;
