<?php
// Parcels as the client and the server make and describe them: what Parcel.java says.
const HARD_TEXT = "<a & b> \"c\" 'd' \u{e9}\u{142}\u{65e5} \u{1F375} ]]>\n\tend";

function parcel($full) {
    if (!$full) {
        return (object) ['id' => 0, 'label' => '', 'weight' => null, 'price' => '0.5', 'fragile' => false, 'serial' => 0,
            'ratio' => 0.0, 'items' => new stdClass()];
    }
    return (object) ['id' => 7, 'mark' => "\"7\" <&> \u{e9}", 'speed' => 'over night', 'label' => HARD_TEXT, 'comment' => '',
        'weight' => -12, 'price' => '12345678901.25', 'fragile' => true, 'serial' => 4503599627370497, 'ratio' => 0.1,
        'posted' => '2026-02-28', 'due' => '2026-03-01T23:59:58Z', 'content' => "\x00\xffa<\x7f\x80",
        'tag' => ['one', '', ' two '],
        'items' => (object) ['item' => [
            (object) ['code' => 'x&y', 'name' => "tea \u{1F375}", 'count' => 2],
            (object) ['code' => '', 'name' => '', 'count' => 0]]]];
}

function quoted($value) {
    return $value === null ? '-' : "'$value'";
}

function described($parcel) {
    $content = $parcel->content ?? null;
    $items = array_map(fn($item) => quoted($item->code ?? null) . ' ' . quoted($item->name) . ' ' . $item->count,
        $parcel->items->item ?? []);
    return "id $parcel->id, mark " . quoted($parcel->mark ?? null) . ', speed ' . quoted($parcel->speed ?? null)
        . ', label ' . quoted($parcel->label) . ', comment ' . quoted($parcel->comment ?? null) . ', weight '
        . quoted($parcel->weight) . ", price $parcel->price, fragile " . var_export($parcel->fragile, true)
        . ", serial $parcel->serial, ratio " . var_export($parcel->ratio, true) . ', posted '
        . quoted($parcel->posted ?? null) . ', due ' . quoted($parcel->due ?? null) . ', content '
        . quoted($content === null ? null : bin2hex($content)) . ', tags ['
        . implode(' ', array_map('quoted', $parcel->tag ?? [])) . '], items [' . implode('; ', $items) . ']';
}

// PHP writes xsi:type where it is told the type.
function vehicle($type, $values) {
    return new SoapVar($values, SOAP_ENC_OBJECT, $type, 'urn:test:courier:types');
}
