-- Settings of a project as an administrator enters them.

create or replace function private.read_categories(p_details jsonb, p_key text) returns text[]
language plpgsql immutable set search_path = '' as $$
declare
  v_list text[];
  v_double text;
begin
  select coalesce(array_agg(btrim(c.value) order by c.ordinality), '{}') into v_list
  from jsonb_array_elements_text(private.read_list(p_details, p_key, 200)) with ordinality c where btrim(c.value) <> '';
  select max(c) into v_double from unnest(v_list) c group by lower(c) having count(*) > 1 limit 1;
  if v_double is not null then perform private.invalid(p_key, format('%s is a duplicate.', v_double)); end if;
  if exists (select from unnest(v_list) c where length(c) > 80 or c ~ private.control_characters()) then
    perform private.invalid(p_key, 'At most 80 characters a category.');
  end if;
  if '(none)' = any (v_list) then perform private.invalid(p_key, 'Filters use (none) for products without a category.'); end if;
  return v_list;
end $$;
comment on function private.read_categories is 'Reads a list of product categories: trimmed, in the given order, without duplicates.';

create or replace function private.check_project_name(p_name text, p_exclude uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.lock_number(null, 'project', p_name);
  if exists (select from public.projects p
    where lower(p.name) = lower(p_name) and p.status <> 'removed' and p.id is distinct from p_exclude) then
    perform private.refuse_duplicate('name', 'A project with this name already exists.');
  end if;
end $$;

create or replace function private.first_number(p_details jsonb, p_key text, p_current int, p_drawn boolean) returns int
language plpgsql immutable set search_path = '' as $$
declare v int := private.read_int(p_details, p_key, true, p_max => 99999999);
begin
  if v < 1 then perform private.invalid(p_key, 'Enter a number of 1 or more.'); end if;
  if p_drawn and v <> p_current then
    perform private.refuse('wrong_state', 'This series is in use. Numbers continue automatically.', p_key);
  end if;
  return v;
end $$;
comment on function private.first_number is
  'Reads the number of the first document, which continues the paper books. It cannot change once a number was drawn, so that a series has '
  'neither gaps nor duplicates.';

create or replace function private.read_settings(p_project public.projects, p_details jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  v jsonb := case when jsonb_typeof(p_project.settings) = 'object' then p_project.settings else '{}' end;
  v_each record;
  v_given jsonb;
  v_days text[];
begin
  for v_each in
    select s.key, s.message from (values
      ('allow_back_orders', 'Yes or no.'), ('prices_include_vat', 'Yes or no.'), ('vat_registered', 'Yes or no.'),
      ('branch_code', 'Five digits, such as 00000.'), ('serial_digits', 'A whole number from 6 to 12.'),
      ('invoice_note', 'At most 400 characters.'), ('authority_note', 'At most 400 characters.'),
      ('voucher_approval_above', ''), ('memo_approval_above', ''), ('drr_label', ''),
      ('age_by', 'By due date or by document date.'), ('stock_cost', 'Default cost or moving average.'),
      ('vat_percent', 'Enter a percentage below 100 with at most two decimals, such as 12; 0 when no VAT is charged.'),
      ('price_floor_percent', 'Enter a percentage from 0 to 100 with at most two decimals, such as 70.'),
      ('field_days', 'A whole number of days from 0 to 60.'),
      ('ageing_buckets', 'Three numbers of days, each greater than the one before.')) s (key, message)
    where p_details ? s.key
  loop
    v_given := p_details -> v_each.key;
    if v_each.key like '%\_approval\_above' then
      v_given := coalesce(to_jsonb(private.read_money(p_details, v_each.key)::text), 'null');
    elsif v_each.key = 'branch_code' then
      v_given := coalesce(to_jsonb(private.read_text(p_details, v_each.key)), 'null');
    elsif v_each.key = 'field_days' then
      v_given := to_jsonb(private.read_int(p_details, v_each.key, true, p_max => 60));
    elsif v_each.key = 'serial_digits' then
      v_given := coalesce(to_jsonb(private.read_int(p_details, v_each.key)), 'null');
    elsif v_each.key in ('invoice_note', 'authority_note') then
      v_given := to_jsonb(coalesce(private.read_text(p_details, v_each.key, p_max => 400), ''));
    elsif v_each.key = 'drr_label' then
      v_given := to_jsonb(private.read_text(p_details, v_each.key, true, p_max => 20));
    elsif v_each.key like '%\_percent' and p_details ->> v_each.key ~ '^([0-9]{1,2}(\.[0-9]{1,2})?|100(\.00?)?)$' then
      v_given := to_jsonb((p_details ->> v_each.key)::numeric);
    elsif v_each.key = 'ageing_buckets' then
      v_days := array(select jsonb_array_elements_text(private.read_list(p_details, v_each.key)));
      if exists (select from unnest(v_days) d where d !~ '^[1-9][0-9]{0,2}$') then
        perform private.invalid(v_each.key, 'Three whole numbers of days from 1 to 999.');
      end if;
      v_given := case when cardinality(v_days) = 3 then to_jsonb(v_days::int[]) end;
    end if;
    if not private.is_setting(v_each.key, v_given) then perform private.invalid(v_each.key, v_each.message); end if;
    v := v || jsonb_build_object(v_each.key, v_given);
  end loop;
  for v_each in
    select r.rule, r.rule || '_maker_checker' as key from jsonb_object_keys(private.default_settings() -> 'maker_checker') r (rule)
    where p_details ? (r.rule || '_maker_checker')
  loop
    if jsonb_typeof(p_details -> v_each.key) <> 'boolean' then perform private.invalid(v_each.key, 'Yes or no.'); end if;
    v := v || jsonb_build_object('maker_checker', case when jsonb_typeof(v -> 'maker_checker') = 'object' then v -> 'maker_checker'
      else '{}' end || jsonb_build_object(v_each.rule, p_details -> v_each.key));
  end loop;
  return v;
end $$;
comment on function private.read_settings is 'Returns a project''s settings with those changed that p_details names.';

create or replace function private.read_logo(p_project uuid, p_details jsonb, p_key text) returns text
language plpgsql stable set search_path = '' as $$
declare v_path text := private.read_text(p_details, p_key, p_max => 300);
begin
  if v_path is not null and not exists (select from storage.objects o
      where o.bucket_id = 'logos' and o.name = v_path and (storage.foldername(o.name))[1] = p_project::text) then
    perform private.invalid(p_key, 'Upload the picture first.');
  end if;
  return v_path;
end $$;
comment on function private.read_logo is 'Reads the path of an uploaded logo below the project''s own folder, or null.';
