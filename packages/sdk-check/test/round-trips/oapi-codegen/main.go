// The round trip through a client of oapi-codegen.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"time"

	"github.com/oapi-codegen/nullable"
)

var next = regexp.MustCompile(`<([^>]+)>; rel="next"`)

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func main() {
	address, email, password := os.Args[1], os.Args[2], os.Args[3]
	ctx := context.Background()
	anonymous := must(NewClientWithResponses(address))
	form := must(anonymous.SignInWithFormdataBodyWithResponse(ctx, SignInFormdataRequestBody{
		Username: email, Password: password,
	})).JSON200
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+form.AccessToken)
		return nil
	}
	client := must(NewClientWithResponses(address, WithRequestEditorFn(authorize)))

	model := must(client.CreateAssetModelWithResponse(ctx, nil, AssetModelCreate{
		Name:         fmt.Sprintf("Model of oapi-codegen %d", time.Now().UnixNano()),
		TrackingType: TRACKINGTYPECOUNTABLE,
		Manufacturer: nullable.NewNullableWithValue("Lenovo"),
	})).JSON201
	patched := must(client.UpdateAssetModelWithResponse(ctx, model.Id, nil, AssetModelUpdate{
		Manufacturer: nullable.NewNullNullable[string](),
	})).JSON200
	ids := []string{}
	for at := 1; at <= 4; at++ {
		asset := AssetCreate{ModelId: model.Id, Name: fmt.Sprintf("Asset %d", at)}
		made := must(client.CreateAssetWithResponse(ctx, nil, asset))
		if made.JSON201 == nil {
			log.Fatal(string(made.Body))
		}
		ids = append(ids, made.JSON201.Id)
	}

	names := []string{}
	limit := int32(2)
	wanted := ids[:3]
	query := ListAssetsParams{Id: &wanted, Limit: &limit, Sort: &[]AssetsSort{ASSETSSORTNAME}}
	for more := true; more; {
		page := must(client.ListAssetsWithResponse(ctx, &query))
		for _, asset := range *page.JSON200 {
			names = append(names, asset.Name)
		}
		link := next.FindStringSubmatch(page.HTTPResponse.Header.Get("Link"))
		if more = link != nil; more {
			cursor := must(url.Parse(link[1])).Query().Get("cursor")
			query.Cursor = &cursor
		}
	}

	shown := must(client.GetAssetWithResponse(ctx, ids[3], &GetAssetParams{
		Include: &[]AssetInclude{ASSETINCLUDEMODEL},
	})).JSON200
	included := must(shown.Model.Get())
	problem := must(client.DeleteAssetModelWithResponse(ctx, model.Id, nil)).ApplicationproblemJSON409
	incident := "incident"
	issue := must(client.CreateIssueWithResponse(ctx, nil, IssueCreate{
		Title: "Printer on floor 2 jams", IssueType: &incident,
	})).JSON201
	move := (*must(client.ListTransitionsOfIssueWithResponse(ctx, issue.Id, nil)).JSON200)[0]
	moved := must(client.TransitionIssueWithResponse(ctx, issue.Id, nil, IssueTransitionInput{
		TransitionId: &move.Id,
	})).JSON200

	again := AssetModelCreate{Name: model.Name + " again", TrackingType: TRACKINGTYPECOUNTABLE}
	first := must(client.UpsertAssetModelWithResponse(ctx, "sdk", "oapi-codegen", nil, again)).JSON201
	second := must(client.UpsertAssetModelWithResponse(ctx, "sdk", "oapi-codegen", nil, again)).JSON200
	var create, update, upsert BulkAssetsItem
	must(0, create.FromBulkAssetsCreate(BulkAssetsCreate{
		Op: BULKASSETSCREATEOPCREATE, Body: AssetCreate{ModelId: "sdk:none", Name: "Asset 5"},
	}))
	must(0, update.FromBulkAssetsUpdate(BulkAssetsUpdate{
		Op: BULKASSETSUPDATEOPUPDATE, Id: ids[3], Body: AssetUpdate{Notes: nullable.NewNullableWithValue("Counted")},
	}))
	must(0, upsert.FromBulkAssetsUpsert(BulkAssetsUpsert{
		Op: BULKASSETSUPSERTOPUPSERT, ExternalId: "sdk:oapi-codegen", Body: AssetCreate{ModelId: model.Id, Name: "Asset 6"},
	}))
	bulk := must(client.BulkAssetsWithResponse(ctx, nil, BulkAssetsRequest{
		Mode: BULKMODEEACH, Items: []BulkAssetsItem{create, update, upsert},
	})).JSON200

	details := must(moved.Details.AsIncidentDetails())
	must(0, json.NewEncoder(os.Stdout).Encode(map[string]any{
		"manufacturer": patched.Manufacturer,
		"names":        names,
		"status":       problem.Status,
		"code":         problem.Code,
		"isMoved":      moved.Status == move.ToStatus.Key,
		"subtype":      details.Subtype,
		"isIncluded":   included.Name == model.Name,
		"isSameRecord": first.Id == second.Id,
		"bulk": map[string]any{
			"succeeded": bulk.Succeeded,
			"failed":    bulk.Failed,
			"pointer":   (*bulk.Results[0].Problem.Errors)[0].Pointer,
		},
		"token_type":   form.TokenType,
	}))
}
