-- Readers of JSON arguments, one per type, and the amounts of lines. p_path stands before the field in the error ("lines[2].").

create or replace function private.refuse_value(p jsonb, p_key text, p_path text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  perform private.invalid(p_path || p_key,
    case when jsonb_typeof(p) in ('object', 'null') then 'Enter one value.' else 'Send the fields by their names.' end);
end $$;
comment on function private.refuse_value is 'Refuses what private.read_value cannot read.';

-- The body is resolved when it is created, so that it becomes a part of the readers below: they are called for each field.
create or replace function private.read_value(p jsonb, p_key text, p_path text default '') returns text
language sql immutable
return case when jsonb_typeof(p) not in ('object', 'null')
    or jsonb_typeof(p -> p_key) in ('object', 'array') then private.refuse_value(p, p_key, p_path)
    else nullif(p ->> p_key, '') end;
comment on function private.read_value is 'Reads a single value as text, null when it is empty. What has no fields is refused.';

create or replace function private.read_as(p jsonb, p_key text, p_path text, p_required boolean, p_missing text, p_pattern text,
  p_wrong text)
returns text language plpgsql immutable set search_path = '' as $$
declare v text := private.read_value(p, p_key, p_path);
begin
  if v is null and p_required then perform private.invalid(p_path || p_key, p_missing); end if;
  if v !~ p_pattern then perform private.invalid(p_path || p_key, p_wrong); end if;
  return v;
end $$;
comment on function private.read_as is
  'Reads a value that matches a pattern. p_missing and p_wrong: what the refusal of an empty and of another value says.';

create or replace function private.fields_of(p jsonb) returns jsonb
language sql immutable
return coalesce(nullif(p, 'null'), '{}');
comment on function private.fields_of is
  'Returns a JSON argument, or no fields where it is null, so that fields can be added and taken away.';

create or replace function private.read_text(p jsonb, p_key text, p_required boolean default false,
  p_path text default '', p_max int default 200)
returns text language plpgsql immutable set search_path = '' as $$
declare v text := nullif(btrim(private.read_value(p, p_key, p_path)), '');
begin
  if v is null and p_required then perform private.invalid(p_path || p_key, 'Fill this in.'); end if;
  if length(v) > p_max then perform private.invalid(p_path || p_key, format('At most %s characters.', p_max)); end if;
  if v ~ private.bad_characters(p_key) then perform private.invalid(p_path || p_key, 'Remove the control characters.'); end if;
  if private.is_number_field(p_key) and private.number_problem(v, p_required) is not null then
    perform private.invalid(p_path || p_key, private.number_problem(v, p_required));
  end if;
  return v;
end $$;

create or replace function private.read_order(p_filters jsonb, p_known text[]) returns text
language plpgsql immutable set search_path = '' as $$
declare v text := coalesce(private.read_text(p_filters, 'sort'), p_known[1]);
begin
  if v = p_known[1] or ltrim(v, '-') = any (p_known) and v !~ '^--' then return v; end if;
  perform private.invalid('sort', 'Choose an order that this list has.');
end $$;
comment on function private.read_order is
  'Returns the order of a list, which its filters name as sort: the name of a column, with a minus before it for descending. The first of '
  'the known ones is the default, and may have a minus.';

create or replace function private.read_place(p_filters jsonb, out n numeric, out t text, out id uuid)
language plpgsql immutable set search_path = '' as $$
declare v jsonb := coalesce(p_filters -> 'before', p_filters -> 'after');
begin
  if v is null then return; end if;
  n := private.read_number(v, 'n'); t := coalesce(v ->> 't', ''); id := private.read_uuid(v, 'id');
end $$;
comment on function private.read_place is
  'Returns the place of a list beyond which a page begins: its filters have it as after or before, {n, t, id}, where sort_key of a row is '
  '"n~t". Null on the first page.';

create or replace function private.read_reason(p_reason text, p_required boolean default true)
returns text language plpgsql immutable set search_path = '' as $$
begin
  return private.read_text(jsonb_build_object('reason', p_reason), 'reason', p_required, p_max => 400);
end $$;
comment on function private.read_reason is
  'Reads the reason of a command: trimmed, at most 400 characters. Errors belong to the field reason.';

create or replace function private.read_money(p jsonb, p_key text, p_required boolean default false, p_path text default '')
returns numeric language plpgsql immutable set search_path = '' as $$
begin
  return private.read_as(p, p_key, p_path, p_required, 'Enter an amount.', '^[0-9]{1,12}(\.[0-9]{1,2})?$',
    'Enter an amount of zero or more with at most two decimals, such as 1234.50.')::numeric(14,2);
end $$;
comment on function private.read_money is
  'Reads an amount of at most 12 digits and two decimals, written as plain digits: no sign, exponent, spaces or separators.';

create or replace function private.read_amount(p jsonb, p_key text, p_path text default '') returns numeric
language plpgsql immutable set search_path = '' as $$
declare v numeric := private.read_money(p, p_key, true, p_path);
begin
  if v = 0 then perform private.invalid(p_path || p_key, 'Enter an amount above zero.'); end if;
  return v;
end $$;
comment on function private.read_amount is 'Reads an amount that has to be above zero.';

create or replace function private.read_signed_money(p jsonb, p_key text, p_required boolean default false)
returns numeric language sql immutable set search_path = '' as $$
  select case when v like '-%' then -private.read_money(jsonb_build_object(p_key, substr(v, 2)), p_key, true)
    else private.read_money(p, p_key, p_required) end
  from (select private.read_value(p, p_key)) x (v)
$$;
comment on function private.read_signed_money is 'Reads an amount that may be below zero: a minus and an amount as read_money takes it.';

create or replace function private.limit_amount(p_amount numeric, p_field text) returns numeric
language plpgsql immutable set search_path = '' as $$
begin
  if p_amount >= 1e12 then perform private.invalid(p_field, 'The amount is too large.'); end if;
  return p_amount;
end $$;
comment on function private.limit_amount is
  'Returns a product or a sum of amounts, or refuses one of more than 12 digits, which no column holds.';

create or replace function private.line_amount(p_price numeric, p_price_pieces int, p_pieces bigint) returns numeric
language sql immutable
return case when p_price_pieces = 1 then p_price * p_pieces else round(p_price * p_pieces / p_price_pieces, 2) end;
comment on function private.line_amount is
  'Returns the amount of so many pieces at a price for a number of pieces (1: per piece; the pieces of a case: per case), rounded to '
  'centavos once. Part of a line: the difference of two amounts counted from its first piece, so that parts add up to the line.';

-- Its body is resolved when it is created, so that the planner can put it into the query.
create or replace function private.net_amount(p_price numeric, p_price_pieces int, p_quantity int, p_percent numeric, p_discount numeric,
  p_pieces bigint) returns numeric
language sql immutable
return case when p_percent = 0 and p_discount = 0 then private.line_amount(p_price, p_price_pieces, p_pieces)
  else round((p_price * p_pieces * p_quantity * (100.000000000000 - p_percent) - p_discount * 100 * p_price_pieces * p_pieces)
    / (100::numeric * p_price_pieces * p_quantity), 2) end;
comment on function private.net_amount is
  'Returns the amount of the first so many pieces of a line of p_quantity pieces, less its discounts: a percentage of the price, then an '
  'amount off the whole line, of which each piece has its share. Rounded to centavos once, so that parts of a line, as differences of two '
  'such amounts, add up to it. The discount is what is left to private.line_amount.';

create or replace function private.price_each(p_price numeric, p_price_pieces int) returns numeric
language sql immutable
return round(p_price / p_price_pieces, 6);
comment on function private.price_each is
  'Returns a price per piece to six decimals, by which prices for different numbers of pieces are compared.';

create or replace function private.money_text(p_amount numeric) returns text
language sql immutable
return to_char(p_amount, 'FM999,999,999,990.00');
comment on function private.money_text is 'Writes an amount for messages: 1,234.50.';

create or replace function private.price_text(p_price numeric, p_price_pieces int) returns text
language sql immutable
return private.money_text(p_price) || case when p_price_pieces = 1 then '' else '/' || p_price_pieces || ' pc' end;
comment on function private.price_text is 'Writes a price for messages: 79.00, or 100.00/12 pc when it is for more than a piece.';

create or replace function private.read_int(p jsonb, p_key text, p_required boolean default false,
  p_path text default '', p_max int default 999999999)
returns int language plpgsql immutable set search_path = '' as $$
declare v int := private.read_as(p, p_key, p_path, p_required, 'Enter a number.', '^[0-9]{1,9}$', 'Enter a whole number.')::int;
begin
  if v > p_max then perform private.invalid(p_path || p_key, format('At most %s.', to_char(p_max, 'FM999,999,999'))); end if;
  return v;
end $$;

create or replace function private.read_price_pieces(p jsonb, p_key text, p_path text default '')
returns int language plpgsql immutable set search_path = '' as $$
declare v int := coalesce(private.read_int(p, p_key, false, p_path, 100000), 1);
begin
  if v = 0 then perform private.invalid(p_path || p_key, 'A price is for at least one piece.'); end if;
  return v;
end $$;
comment on function private.read_price_pieces is
  'Reads for how many pieces a price is: 1, the default, for a price per piece; the pieces of a case for a price per case.';

create or replace function private.read_pieces(p jsonb, p_key text, p_path text default '', p_least int default 1) returns int
language plpgsql immutable set search_path = '' as $$
declare v int := private.read_int(p, p_key, true, p_path, 10000000);
begin
  if v < p_least then perform private.invalid(p_path || p_key, 'Enter a quantity above zero.'); end if;
  return v;
end $$;
comment on function private.read_pieces is
  'Reads pieces of a line: at most ten million, so that the sums of a document and of a product fit their columns.';

create or replace function private.read_number(p jsonb, p_key text) returns numeric
language plpgsql immutable set search_path = '' as $$
begin
  return private.read_as(p, p_key, '', false, '', '^-?[0-9]{1,18}(\.[0-9]{1,18})?$', 'Enter a number.')::numeric;
end $$;
comment on function private.read_number is 'Reads a number of the page before or after, which a list has given itself.';

create or replace function private.read_boolean(p jsonb, p_key text, p_path text default '') returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(private.read_as(p, p_key, p_path, false, '', '^(true|false|1|0)$', 'Yes or no.') in ('true', '1'), false);
end $$;
comment on function private.read_boolean is 'Reads true or false, which addresses write as 1 or 0; what is not given is false.';

create or replace function private.is_day(p_text text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return p_text ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' and p_text::date between date '1900-01-01' and date '2999-12-31';
exception when datetime_field_overflow then
  return false;
end $$;
comment on function private.is_day is 'Tells whether a text is a day of the calendar, YYYY-MM-DD, of the years 1900 to 2999.';

create or replace function private.read_day(p_day text, p_field text) returns date
language plpgsql immutable set search_path = '' as $$
begin
  if not private.is_day(p_day) then perform private.invalid(p_field, 'Enter a valid date.'); end if;
  return p_day::date;
end $$;
comment on function private.read_day is 'Reads a day, YYYY-MM-DD, of the years 1900 to 2999. Words and moments are no days.';

create or replace function private.read_date(p jsonb, p_key text, p_required boolean default false, p_path text default '')
returns date language plpgsql immutable set search_path = '' as $$
begin
  -- An empty text is no day: it would be read as today where a day may be left out.
  return private.read_day(case when p ->> p_key = '' and not p_required then ''
    else private.read_as(p, p_key, p_path, p_required, 'Enter a date.', '', '') end, p_path || p_key);
end $$;
comment on function private.read_date is 'Reads a field that is a day, as private.read_day does; null where it is not given.';

create or replace function private.read_uuid(p jsonb, p_key text, p_required boolean default false, p_path text default '')
returns uuid language plpgsql immutable set search_path = '' as $$
begin
  return private.read_as(p, p_key, p_path, p_required, 'Choose one.', '(?i)^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$',
    'Choose one.')::uuid;
end $$;

create or replace function private.read_list(p jsonb, p_key text, p_max int default 500)
returns jsonb language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(p) <> 'object' and jsonb_typeof(p) <> 'null' then
    perform private.invalid(p_key, 'Send the fields by their names.');
  end if;
  if p -> p_key is null or jsonb_typeof(p -> p_key) = 'null' then return '[]'::jsonb; end if;
  if jsonb_typeof(p -> p_key) <> 'array' then perform private.invalid(p_key, 'Enter a list.'); end if;
  if jsonb_array_length(p -> p_key) > p_max then perform private.invalid(p_key, format('At most %s lines.', p_max)); end if;
  return p -> p_key;
end $$;

create or replace function private.items_of(p_list jsonb, p_key text) returns table (value jsonb, path text)
language sql immutable set search_path = '' rows 10 as $$
  select e.value, format('%s[%s].', p_key, e.ordinality - 1) from jsonb_array_elements(p_list) with ordinality e
$$;
comment on function private.items_of is
  'Returns the items of a list in their order, with what stands before their fields in errors: lines[2].';

create or replace function private.read_uuids(p jsonb, p_key text) returns uuid[]
language sql immutable set search_path = '' as $$
  select array(select private.read_uuid(jsonb_build_object(p_key, e.value), p_key, true)
    from jsonb_array_elements(private.read_list(p, p_key)) e)
$$;
comment on function private.read_uuids is 'Reads a list of ids.';

-- Reports and lists run with the rights of whoever asks, and read their filters.
create or replace function private.without_keys(p_object jsonb, variadic p_keys text[]) returns jsonb
language sql immutable
return case jsonb_typeof(p_object) when 'object' then p_object - p_keys else p_object end;
comment on function private.without_keys is
  'Returns an object without some keys. What is no object is returned as it is: who reads it refuses it in words.';

grant execute on function private.invalid, private.not_found, private.forbid, private.refuse_value, private.read_value, private.read_as,
  private.fields_of, private.read_text, private.read_money, private.line_amount, private.net_amount, private.price_each,
  private.money_text, private.price_text, private.read_int, private.read_boolean, private.read_number, private.read_order,
  private.read_place, private.read_uuids, private.is_day, private.read_day, private.read_date, private.read_uuid, private.read_list,
  private.without_keys
  to authenticated;
