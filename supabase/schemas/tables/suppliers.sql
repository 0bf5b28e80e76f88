-- Suppliers of goods. Purchases and products name one; a name that is not there yet makes one.
-- See docs/decisions/0060.

create table public.suppliers (
  project_id uuid not null references public.projects (id),
  id uuid not null default gen_random_uuid(),
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  name_key text not null generated always as (private.supplier_key(name)) stored,
  sort_key text not null generated always as (private.sort_key(name)) stored,
  registered_name text check (length(registered_name) <= 200),
  tin text check (length(tin) <= 60),
  vat_class text check (vat_class in ('vatable', 'exempt', 'zero_rated')),
  terms_days int check (terms_days between 0 and 365),
  -- The supplier that this one is.
  merged_into uuid,
  like private.stamped including defaults,
  primary key (project_id, id),
  foreign key (project_id, merged_into) references public.suppliers,
  constraint suppliers_name_key unique (project_id, name_key)
);
create index suppliers_merged_idx on public.suppliers (project_id, merged_into) where merged_into is not null;
create index suppliers_list_idx on public.suppliers (project_id, sort_key, id);
comment on table public.suppliers is
  'Suppliers: name, the name and TIN on their papers, VAT class and terms, null = not known. name_key: no two names are the same but for '
  'case, accents, spaces and punctuation at the ends. The name of a merged one leads to merged_into.';
select private.guard_table('public.suppliers', p_read => '{costs.read}', p_write => '{products.write}');
grant insert (project_id, id, name, registered_name, tin, vat_class, terms_days),
  update (name, registered_name, tin, vat_class, terms_days) on public.suppliers to authenticated;

create or replace function private.make_supplier(p_project uuid, p_name text) returns public.suppliers
language plpgsql set search_path = '' as $$
declare v public.suppliers;
begin
  insert into public.suppliers (project_id, name) values (p_project, btrim(p_name)) on conflict on constraint suppliers_name_key do nothing;
  -- The lock waits for a merge that has begun.
  select * into v from public.suppliers s where s.project_id = p_project and s.name_key = private.supplier_key(p_name) for key share;
  while v.merged_into is not null loop
    select * into v from public.suppliers s where s.project_id = p_project and s.id = v.merged_into for key share;
  end loop;
  return v;
end $$;
comment on function private.make_supplier is
  'Returns the supplier of this name, a new one when there is none; of a merged one the supplier that it is.';

create or replace function private.take_supplier() returns trigger
language plpgsql security definer set search_path = '' as $$
declare v public.suppliers;
begin
  if btrim(new.supplier) <> '' then v := private.make_supplier(new.project_id, new.supplier); end if;
  new.supplier_id := v.id;
  new.supplier := coalesce(v.name, new.supplier);
  return new;
end $$;
comment on function private.take_supplier is
  'Trigger: refers a product or purchase to the supplier that it names, a new one when there is none, and writes the name as the supplier '
  'has it.';

create or replace function private.supplier_problems(p_project uuid, p_names text[]) returns table (name text, message text)
language sql stable set search_path = '' as $$
  select n.name, format('%s is not a supplier, but %s is%s. Enter the full name, or add it as a new supplier first.',
    btrim(n.name), min(s.name),
    case when bool_and(s.is_new) then ' in another row' else '' end)
  from (select x.name, private.supplier_key(x.name) as name_key, btrim(private.sort_key(x.name)) as words
    from (select distinct unnest(p_names)) x (name)) n
  join (select s.name, s.sort_key, false as is_new from public.suppliers s where s.project_id = p_project
      union all
      select distinct btrim(x), private.sort_key(btrim(x)), true from unnest(p_names) x) s on starts_with(s.sort_key, n.words)
    and substr(s.sort_key, length(n.words) + 1, 1) ~ '[[:alpha:]]'
  where length(n.words) >= 3
    and not exists (select from public.suppliers k where k.project_id = p_project and k.name_key = n.name_key)
  group by n.name, n.name_key, n.words
$$;
comment on function private.supplier_problems is
  'Returns the names that make no supplier by themselves, and why: three letters or more that end within a word of the name of a supplier, '
  'or of another one of these names, as a name that was cut off does.';
